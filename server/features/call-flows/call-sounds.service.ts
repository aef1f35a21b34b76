import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { CALL_SOUNDS_MAX, type CallSound } from '#contract/calls/flows/call-flows.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { sendInRange } from '../../platform/http/content/ranges.ts'
import { readTicket, signTicket } from '../../platform/http/downloads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { translate } from '../../platform/texts.ts'
import { isNamed, lockFlows } from './call-flows.queries.ts'
import * as queries from './call-sounds.queries.ts'
import { readTelephoneWav } from './wav.rules.ts'

type Context = { db: Db; caller: Member }
export const SOUND_PATH = '/call-sounds/:id/audio'
const PURPOSE = 'sounds of call flows'
const LINK_MS = 3_600_000

const soundOf = ({ id, ...row }: queries.SoundRow): CallSound => ({ _id: id, ...row })

export const listSounds = async ({ db, caller }: Context) =>
  (await queries.listSounds(db, caller.businessId)).map(soundOf)

async function requireSound({ db, caller }: Context, id: string) {
  const row = await queries.findSound(db, caller.businessId, id)
  if (!row) throw new AppError('call_sound_not_found')
  return row
}

const about = ({ id, name }: { id: string; name: string }) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  soundId: id,
  name,
})

const changing = <T>({ db, caller }: Context, act: (context: Context) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    await lockFlows(tx, caller.businessId)
    return act({ db: tx, caller })
  })

/** Adds a sound under a standard name, which is changed afterwards. */
export async function addSound({ now }: Pick<Deps, 'now'>, context: Context & { language: 'he' | 'en' }, file: Buffer) {
  const read = readTelephoneWav(file)
  if (!read) throw new AppError('call_sound_unreadable')
  return changing(context, async ({ db: tx, caller }) => {
    const { businessId, userId } = caller
    const sounds = await queries.listSounds(tx, businessId)
    if (sounds.length >= CALL_SOUNDS_MAX) throw new AppError('call_sound_full')
    const id = newId()
    const name = translate(context.language, 'call-voice', 'new_sound', { number: sounds.length + 1 })
    await queries.insertSound(tx, businessId, { id, name, ...read, userId, at: now() })
    await emit(tx, caller, 'call_sound.added', about({ id, name }))
    return soundOf(await requireSound({ db: tx, caller }, id))
  })
}

export const renameSound = (context: Context, id: string, { name }: { name: string }) =>
  changing(context, async ({ db: tx, caller }) => {
    const before = await requireSound({ db: tx, caller }, id)
    if (name !== before.name) {
      await queries.updateName(tx, caller.businessId, id, name)
      const changes = { name: [before.name, name] as [unknown, unknown] }
      await emit(tx, caller, 'call_sound.renamed', { ...about({ id, name }), changes })
    }
    return soundOf({ ...before, name })
  })

export const removeSound = (context: Context, id: string) =>
  changing(context, async ({ db: tx, caller }) => {
    const sound = await requireSound({ db: tx, caller }, id)
    if (await isNamed(tx, caller.businessId, { text: id })) throw new AppError('call_sound_used')
    await queries.deleteSound(tx, caller.businessId, id)
    await emit(tx, caller, 'call_sound.deleted', about(sound))
  })

type Ticket = { businessId: string; soundId: string; userId: string; sessionId: string; expires: number }

/** A signed address: a player sends no token. */
export async function linkSound({ env, now }: Pick<Deps, 'env' | 'now'>, { db, caller }: Context, id: string) {
  await requireSound({ db, caller }, id)
  const { businessId, userId, sessionId } = caller
  const expires = now().getTime() + LINK_MS
  const ticket: Ticket = { businessId, soundId: id, userId, sessionId, expires }
  const url = `/api${SOUND_PATH.replace(':id', id)}?${signTicket(env.secretKey, PURPOSE, ticket)}`
  return { url, expiresAt: new Date(expires).toISOString() }
}

type Request = { url: string; range: string | undefined }
export async function sendSound(deps: Deps, { url, range }: Request, reply: FastifyReply) {
  const ticket = readTicket<Ticket>(deps, PURPOSE, url)
  const member = await deps.access.findMember(ticket)
  const wav = member && (await queries.findWav(deps.tenants.scope(ticket), ticket.businessId, ticket.soundId))
  if (!wav) throw new AppError('call_sound_not_found')
  await sendInRange(reply, range, {
    get: async (rangeOf) => {
      const { start = 0, end = wav.length - 1 } = rangeOf(wav.length) ?? {}
      return { bytes: Readable.from([wav.subarray(start, end + 1)]), size: wav.length }
    },
    headers: { 'cache-control': 'private, no-transform', 'content-type': 'audio/wav' },
  })
  return reply
}
