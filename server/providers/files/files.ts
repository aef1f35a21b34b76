import type { Readable } from 'node:stream'
import { openDisk } from './disk.ts'

/** Where uploaded files are kept. Names are the server's own: `images/<letters and digits>.webp`. */
export type FilesProvider = {
  /** The file is there whole or not at all. */
  put: (name: string, bytes: Uint8Array) => Promise<void>
  /** Undefined where there is none of that name. */
  get: (name: string) => Promise<{ bytes: Readable; size: number } | undefined>
  /** What is not there any more is removed already. */
  remove: (name: string) => Promise<void>
}

export const openFiles = (folder: string): FilesProvider => openDisk(folder)
