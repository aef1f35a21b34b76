import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

export type RangeOf = (size: number) => { start: number; end: number } | undefined

/** Storage of uploaded images and sounds of calls. Names are the server's own: `images/<letters and digits>.webp`. */
export type FilesProvider = {
  /** Stores the file atomically; nothing if the source of the bytes throws. */
  put: (name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined if the file does not exist. `rangeOf` may choose a range, first and last byte, by its size. */
  get: (name: string, rangeOf?: RangeOf) => Promise<{ bytes: Readable; size: number } | undefined>
  /** Idempotent: a missing file counts as removed. */
  remove: (name: string) => Promise<void>
}

export const openFiles = (folder: string): FilesProvider => openDisk(folder)
