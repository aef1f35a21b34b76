import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { EnterLimit } from '../person-limits.ts'

/** For streamed files: holds a place under the person's limit until the reply is written or the connection closes. */
export async function holdPlace(enter: EnterLimit, who: string, { raw }: FastifyReply) {
  const leave = await enter(who)
  finished(raw, leave)
}
