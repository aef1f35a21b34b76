import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

type Range = { start: number; end: number }
type Stored = {
  /** Undefined: there is no such content. `rangeOf` chooses first and last byte by the size. */
  get: (rangeOf: (size: number) => Range | undefined) => Promise<{ bytes: Readable; size: number } | undefined>
  headers: Record<string, string>
}

/** Sends stored content, or the range of it that the Range header asks for; false if there is none. */
export async function sendInRange(reply: FastifyReply, range: string | undefined, { get, headers }: Stored) {
  let part: ReturnType<typeof rangeIn>
  const found = await get((size) => {
    part = rangeIn(range, size)
    return part ?? undefined
  })
  if (!found) return false
  const { bytes, size } = found
  reply.headers({ ...headers, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' })
  if (part === null) {
    bytes.destroy()
    await reply.code(416).header('content-range', `bytes */${size}`).send()
    return true
  }
  if (part) reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
  await reply.header('content-length', part ? part.end - part.start + 1 : size).send(bytes)
  return true
}

/**
 * The range requested by a Range header; undefined: the whole file, also for multiple ranges; null: not satisfiable.
 */
export function rangeIn(header: string | undefined, size: number): Range | undefined | null {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length > 0 ? { start: size - length, end: size - 1 } : null
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return undefined
  return start < size ? { start, end } : null
}
