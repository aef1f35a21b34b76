import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { S3mini, S3ServiceError } from 's3mini'
import type { FilesProvider } from './files.ts'
import { checkName } from './names.ts'

/** A bucket at any storage that speaks the protocol of S3, with path-style addresses. */
export type Bucket = { endpoint: string; bucket: string; region: string; accessKeyId: string; secretAccessKey: string }

/** What is held in memory of a file that is stored; S3 takes parts from 5 MB on. */
const PART_BYTES = 8 * 1024 * 1024
const TYPE = 'application/octet-stream'

export function openS3({ endpoint, bucket, ...account }: Bucket): FilesProvider {
  const s3 = new S3mini({ ...account, endpoint: `${endpoint}/${bucket}` })
  return {
    async put(name, bytes) {
      checkName(name)
      const parts = partsOf(bytes instanceof Uint8Array ? [bytes] : bytes)
      const first = await parts.next()
      const second = await parts.next()
      if (second.done) await s3.putObject(name, first.value ?? Buffer.alloc(0), TYPE)
      else await putInParts(s3, name, chain(first.value as Buffer, second.value, parts))
    },
    async get(name, rangeOf) {
      checkName(name)
      try {
        const range = rangeOf?.(await s3.getContentLength(name))
        // The end of the library's range is not part of it.
        const found = await s3.getObjectRaw(name, !range, range?.start, range && range.end + 1)
        const size = sizeOf(found.headers)
        return { bytes: Readable.fromWeb(found.body as ReadableStream), size }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async remove(name) {
      checkName(name)
      await s3.deleteObject(name)
    },
  }
}

/** Size of the whole object, also in a reply with a range of it. */
const sizeOf = (headers: Headers) =>
  Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length') ?? 0)

const isMissing = (error: unknown): boolean =>
  (error instanceof S3ServiceError && error.status === 404) || (error instanceof Error && isMissing(error.cause))

/** Nothing is stored unless all parts are; a broken one is aborted, and what even that leaves, the bucket's rule removes. */
async function putInParts(s3: S3mini, name: string, parts: AsyncIterable<Buffer>) {
  const upload = await s3.getMultipartUploadId(name, TYPE)
  try {
    const stored = []
    for await (const part of parts) stored.push(await s3.uploadPart(name, upload, part, stored.length + 1))
    const { etag } = await s3.completeMultipartUpload(name, upload, stored)
    // S3 may refuse within a reply that says 200.
    if (!etag) throw new Error(`${name} was not stored`)
  } catch (error) {
    await s3.abortMultipartUpload(name, upload).catch(() => undefined)
    throw error
  }
}

async function* chain(first: Buffer, second: Buffer, rest: AsyncIterable<Buffer>) {
  yield first
  yield second
  yield* rest
}

async function* partsOf(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    pieces.push(piece)
    size += piece.length
    if (size < PART_BYTES) continue
    yield Buffer.concat(pieces)
    pieces = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(pieces)
  return undefined
}
