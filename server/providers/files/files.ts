import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

export type RangeOf = (size: number) => { start: number; end: number } | undefined

/** Where files are kept, uploaded ones and sounds of calls. Names are the server's own: `images/<letters and digits>.webp`. */
export type FilesProvider = {
  /** The file is there whole or not at all: not where what gives its bytes throws in between. */
  put: (name: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) => Promise<void>
  /** Undefined where there is none of that name. `rangeOf` may choose a part of it, first and last byte, by its size. */
  get: (name: string, rangeOf?: RangeOf) => Promise<{ bytes: Readable; size: number } | undefined>
  /** What is not there any more is removed already. */
  remove: (name: string) => Promise<void>
}

export const openFiles = (folder: string): FilesProvider => openDisk(folder)
