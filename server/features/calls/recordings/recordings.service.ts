import type { FastifyReply } from 'fastify'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { sendInRange } from '../../../platform/http/content/ranges.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { canHearCalls } from '../../access/access.rules.ts'
import { requireCall } from '../calls.service.ts'
import * as links from './recording-links.rules.ts'
import { findRecordingOf, findSound, insertListen, listListens } from './recordings.queries.ts'

const LISTENS_LISTED = 200

type Context = { db: Db; caller: Member }
type LinkRequest = { callId: string; renews?: string | undefined; download: boolean; recordingId?: string | undefined }

/** A signed address of a recording, valid for a while. Logs the listener once for each listening. */
export async function giveLink({ env, now }: Deps, { db, caller }: Context, request: LinkRequest) {
  const { callId, renews, download, recordingId: wanted } = request
  const { businessId, userId, sessionId } = caller
  const call = await requireCall({ db, caller }, callId)
  if (!canHearCalls(caller, call.campaign_id)) throw new AppError('forbidden')
  const before = renews ? links.readRecordingUrl(env.secretKey, renews) : undefined
  const isRenewal = before !== undefined && isRenewable(before, { callId, userId, now: now() })
  const heard = isRenewal ? before.recordingId : undefined
  const recording = await findRecordingOf(db, businessId, { callId, heard, wanted })
  if (recording?.state === 'announced') throw new AppError('recording_not_ready')
  if (recording?.state !== 'stored') throw new AppError('recording_not_found')
  const link = { callId, recordingId: recording.id, businessId, userId, sessionId, isDownload: download }
  if (download || !isRenewal || before.recordingId !== recording.id)
    await db.transaction().execute(async (tx) => {
      await insertListen(tx, businessId, { recordingId: recording.id, userId, isDownload: download, at: now() })
      const campaignId = call.campaign_id ?? ALL_CAMPAIGNS
      const about = { campaignId, callId, recordingId: recording.id, isDownload: download }
      await emit(tx, caller, 'recording.heard', about)
    })
  const expires = links.expiryOf(now())
  const url = links.recordingUrl(env.secretKey, { ...link, expires })
  return { url, expiresAt: new Date(expires * 1_000).toISOString() }
}

type RenewalCheck = { callId: string; userId: string; now: Date }
const isRenewable = (before: links.RecordingLink, { callId, userId, now }: RenewalCheck) =>
  links.isRenewable(before, now) && !before.isDownload && before.callId === callId && before.userId === userId

export async function findListens({ db, caller }: Context, callId: string) {
  await requireCall({ db, caller }, callId)
  const rows = await listListens(db, caller.businessId, { callId, most: LISTENS_LISTED })
  return rows.map(({ userId, name, image, ...listen }) => ({ user: { _id: userId, name, image }, ...listen }))
}

/** Plays it to the user of the signed address, while the address is valid and they still have the right. */
export async function sendRecording(deps: Deps, url: string, range: string | undefined, reply: FastifyReply) {
  const { env, access, tenants, files, now } = deps
  const link = links.readRecordingUrl(env.secretKey, url)
  if (!link) throw new AppError('recording_not_found')
  if (links.isOver(link, now())) throw new AppError('link_expired')
  const member = await access.findMember(link)
  const sound = member && (await findSound(tenants.scope(link), link.businessId, link.recordingId))
  if (!sound?.file || sound.callId !== link.callId || !canHearCalls(member as Member, sound.campaignId))
    throw new AppError('recording_not_found')
  const { file, mime, startedAt } = sound
  const name = `call-${dayOf(startedAt)}-${link.callId.slice(-8)}.${file.split('.').at(-1)}`
  const isSent = await sendInRange(reply, range, {
    get: (rangeOf) => files.get(file, rangeOf),
    headers: {
      'cache-control': 'private, no-transform',
      'content-disposition': `${link.isDownload ? 'attachment' : 'inline'}; filename="${name}"`,
      'content-type': mime ?? 'audio/wav',
    },
  })
  if (!isSent) throw new AppError('recording_not_found')
  return reply
}
