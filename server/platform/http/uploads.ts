import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '#contract/route.ts'
import { AppError } from './errors.ts'

const MEGABYTE = 1024 * 1024
/** What a form may weigh beside its file. */
const AROUND_BYTES = 65_536
const LIMITS = { files: 1, fields: 10, parts: 20, fieldSize: 1_000, headerPairs: 50 }

/** Mounts routes that take a file. Any other route refuses a multipart form with 415, and knows nothing of this. */
export const withUploads = (app: FastifyInstance, mount: (uploads: FastifyInstance) => void) =>
  void app.register(async (uploads) => {
    await uploads.register(multipart, { throwFileSizeLimit: false })
    mount(uploads)
  })

/** The one file of a form, whole. What is larger than it may be is cut off as it comes: no more than that is held. */
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
    // What is still on its way is not waited for.
    reply.header('connection', 'close')
    throw error instanceof AppError ? error : new AppError(codeOf(error as { code?: string }))
  }
}

async function readPart({ file }: MultipartFile, tooLarge: AppError): Promise<Buffer> {
  file.once('limit', () => file.destroy(tooLarge))
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** A second file is one too many; anything else is a form that ended too early or is none. */
const codeOf = ({ code }: { code?: string }) => (code === 'FST_FILES_LIMIT' ? 'one_file' : 'upload_broken')
