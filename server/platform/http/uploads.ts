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

/** Reads the form's only file. An oversized file is cut off while it arrives, so no more than the limit is in memory. */
export async function readUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { field, maxBytes }: NonNullable<Route['upload']>,
): Promise<Buffer> {
  if (!request.isMultipart()) throw new AppError('no_file')
  const tooLarge = new AppError('file_too_large', { values: { limit: maxBytes / MEGABYTE } })
  try {
    if (Number(request.headers['content-length']) > maxBytes + AROUND_BYTES) throw tooLarge
    let found: Buffer | undefined
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes } })) {
      if (part.type !== 'file') continue
      const bytes = await readPart(part, tooLarge)
      if (part.fieldname === field) found = bytes
    }
    if (!found?.length) throw new AppError('no_file')
    return found
  } catch (error) {
    // The rest of the body is not read.
    reply.header('connection', 'close')
    throw error instanceof AppError ? error : new AppError(codeOf(error as { code?: string }))
  }
}

async function readPart({ file }: MultipartFile, tooLarge: AppError): Promise<Buffer> {
  file.once('limit', () => file.destroy(tooLarge))
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  // The stream may have ended before it was destroyed.
  if (file.truncated) throw tooLarge
  return Buffer.concat(chunks)
}

/** A second file; else a truncated or invalid form. */
const codeOf = ({ code }: { code?: string }) => (code === 'FST_FILES_LIMIT' ? 'one_file' : 'upload_broken')
