import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FilesProvider } from './files.ts'
import { checkName } from './names.ts'

/** Files in a local folder, or on a volume shared by all processes. */
export function openDisk(folder: string): FilesProvider {
  const pathOf = (name: string) => {
    checkName(name)
    return join(folder, name)
  }
  return {
    async put(name, bytes) {
      const path = pathOf(name)
      const unfinished = `${path}.${randomUUID()}.tmp`
      await mkdir(dirname(path), { recursive: true })
      try {
        await writeDurably(unfinished, bytes)
        await rename(unfinished, path)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async get(name, rangeOf) {
      const file = await open(pathOf(name)).catch(ifMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { bytes: file.createReadStream(rangeOf?.(size)), size }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** Syncs the file to disk before it gets its name, so that a crash never leaves a partial file under it. */
async function writeDurably(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
