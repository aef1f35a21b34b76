import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'
import { type Bucket, openS3 } from './s3.ts'

export type RangeOf = (size: number) => { start: number; end: number } | undefined

/** Storage of images, sounds of calls and files of leads. Names are the server's own: `images/<letters and digits>.webp`. */
export type FilesProvider = {
  /** Stores the file atomically; nothing if the source of the bytes throws. */
  put: (name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined if the file does not exist. `rangeOf` may choose a range, first and last byte, by its size. */
  get: (name: string, rangeOf?: RangeOf) => Promise<{ bytes: Readable; size: number } | undefined>
  /** Idempotent: a missing file counts as removed. */
  remove: (name: string) => Promise<void>
}

/** In a bucket if the installation has one, else on the disk. */
export const openFiles = ({ s3, filesDir }: { s3: Bucket | undefined; filesDir: string }): FilesProvider =>
  s3 ? openS3(s3) : openDisk(filesDir)
