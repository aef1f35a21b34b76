import { finished } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { EnterTurn } from '../turns.ts'

/** Waits for the turn of this person, and keeps it until the reply is written or its reader is gone: for files that are written as they are read. */
export async function holdTurn(enter: EnterTurn, who: string, { raw }: FastifyReply) {
  const leave = await enter(who)
  finished(raw, leave)
}
