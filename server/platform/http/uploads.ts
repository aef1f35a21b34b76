import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import { AppError } from './errors.ts'

const MEGABYTE = 1024 * 1024
/** Maximal size of a form beside its file. */
const AROUND_BYTES = 65_536
const LIMITS = { files: 1, fields: 10, parts: 20, fieldSize: 1_000, headerPairs: 50 }

/** Mounts upload routes. All other routes refuse multipart forms with 415. */
export const withUploads = (app: FastifyInstance, mount: (uploads: FastifyInstance) => void) =>
  void app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    mount(uploads)
  })

/** A file that arrives: its name as the client sent it, without folders. The stream fails once it is too large. */
export type ArrivingFile = { name: string; bytes: Readable }
type Take<T> = (file: ArrivingFile) => Promise<T>

/** Reads the form's only file. An oversized file is cut off while it arrives, so no more than the limit is in memory. */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  upload: NonNullable<Route['upload']>,
): Promise<Buffer> {
  const bytes = await takeUpload(request, reply, upload, wholeOf)
  if (bytes.length === 0) throw new AppError('no_file')
  return bytes
}

/** Hands the form's only file to `take` while it arrives. The form may still be refused after that. */
export async function takeUpload<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  { field, maxBytes }: NonNullable<Route['upload']>,
  take: Take<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('no_file')
  const tooLarge = new AppError('file_too_large', { values: { limit: maxBytes / MEGABYTE } })
  try {
    if (Number(request.headers['content-length']) > maxBytes + AROUND_BYTES) throw tooLarge
    let found: { taken: T | undefined } | undefined
    // Browsers send names in UTF-8 (RFC 7578).
    const options = { limits: { ...LIMITS, fileSize: maxBytes }, defParamCharset: 'utf8' }
    for await (const part of request.parts(options)) {
      if (part.type !== 'file') continue
      const isWanted = part.fieldname === field
      const taken = await takePart<T | undefined>(part, tooLarge, isWanted ? take : skip)
      if (isWanted) found = { taken }
    }
    if (!found) throw new AppError('no_file')
    return found.taken as T
  } catch (error) {
    // The rest of the body is not read.
    reply.header('connection', 'close')
    throw error instanceof AppError ? error : new AppError(codeOf(error as { code?: string }))
  }
}

async function takePart<T>({ file, filename }: MultipartFile, tooLarge: AppError, take: Take<T>): Promise<T> {
  file.once('limit', () => file.destroy(tooLarge))
  const taken = await take({ name: filename, bytes: file })
  // The stream may have ended before it was destroyed.
  if (file.truncated) throw tooLarge
  return taken
}

async function wholeOf({ bytes }: ArrivingFile) {
  const chunks: Buffer[] = []
  for await (const chunk of bytes) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
async function skip({ bytes }: ArrivingFile): Promise<undefined> {
  for await (const _ of bytes);
}

/** A second file; else a truncated or invalid form. */
const codeOf = ({ code }: { code?: string }) => (code === 'FST_FILES_LIMIT' ? 'one_file' : 'upload_broken')
