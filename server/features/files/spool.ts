import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HEAD_BYTES } from './file-types.rules.ts'

const DAY_MS = 86_400_000

/** What is seen of a file while it is written. */
export type Spooled = { path: string; bytes: number; sha256: string; head: Buffer }

/** Gives `act` a path for a file that exists no longer than it runs. */
export async function withSpoolFile<T>(folder: string, act: (path: string) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.part`)
  try {
    return await act(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Writes a file that arrives to this path, so that it is never in memory whole. */
export async function spool(bytes: Readable, path: string): Promise<Spooled> {
  const hash = createHash('sha256')
  const seen = { path, bytes: 0, head: Buffer.alloc(0) }
  await pipeline(
    bytes,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        seen.bytes += chunk.length
        if (seen.head.length < HEAD_BYTES)
          seen.head = Buffer.concat([seen.head, chunk.subarray(0, HEAD_BYTES - seen.head.length)])
        yield chunk
      }
    },
    createWriteStream(path, { flags: 'wx' }),
  )
  return { ...seen, sha256: hash.digest('hex') }
}

/** Deletes what a killed process left in the folder. */
export async function removeLeftovers(folder: string, now: Date) {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return []
  })
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now.getTime() - DAY_MS) await rm(path, { force: true })
  }
}
