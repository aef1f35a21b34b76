import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { EnterLimit } from '../person-limits.ts'

/** Waits for a place under this person's limit and holds it until the reply is written or its reader is gone: for streamed files. */
export async function holdPlace(enter: EnterLimit, who: string, { raw }: FastifyReply) {
  const leave = await enter(who)
  finished(raw, leave)
}
