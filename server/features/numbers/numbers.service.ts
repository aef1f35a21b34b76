import { areas, type GivenBack, NUMBERS_MAX, type NumberChanges, type VirtualNumber } from '#contract/calls/numbers.ts'
import type { RingTarget, Routing } from '#contract/calls/routing.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo, partOf } from '../../platform/events/changes.ts'
import { type Author, emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, type Issue } from '../../platform/http/errors.ts'
import { parsePhone } from '../../platform/phones.ts'
import { VoiceError } from '../../providers/voice/voice.ts'
import { canReadCampaign } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { findLine, lineIssue } from '../ceilings/outside-lines.service.ts'
import { giveBack } from './adopting/giving-back.service.ts'
import * as queries from './numbers.queries.ts'
import {
  type Area,
  campaignsWithNumbers,
  canChangeNumber,
  hooksFor,
  kindsOf,
  searchOf,
  toNumber,
} from './numbers.rules.ts'
import { asAppErrors, requireConnection } from './voice-connections.service.ts'

type Context = { db: Db; caller: Member }
type NumberDeps = Pick<Deps, 'voice' | 'env' | 'now'>

/** The areas whose numbers the provider currently sells. */
export async function findAreas({ voice }: NumberDeps, { db, caller }: Context) {
  const { provider } = await requireConnection({ voice }, db, caller.businessId)
  const sold = await asAppErrors(provider.listKinds())
  return areas.flatMap((area) => {
    const kind = kindsOf(area).find((one) => sold.includes(one))
    return kind ? [{ area, kind }] : []
  })
}

export async function searchFree(
  { voice }: NumberDeps,
  { db, caller }: Context,
  query: { area: Area; ending?: string | undefined },
) {
  const { provider } = await requireConnection({ voice }, db, caller.businessId)
  const sold = await asAppErrors(provider.listKinds())
  for (const kind of kindsOf(query.area).filter((one) => sold.includes(one))) {
    const found = await asAppErrors(provider.searchNumbers(searchOf(query.area, kind, query.ending)))
    if (found.length) return found
  }
  return []
}

type Filter = { campaignId?: string | undefined; released?: 'true' | 'false' | undefined }
export async function listNumbers({ db, caller }: Context, { campaignId, released }: Filter): Promise<VirtualNumber[]> {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (campaignId) await requireCampaigns(db, caller.businessId, [campaignId])
  const rows = await queries.listNumbers(db, caller.businessId, {
    campaignId,
    visible: campaignsWithNumbers(caller),
    released: released === 'true',
    most: NUMBERS_MAX,
  })
  return rows.map(toNumber)
}

type Named = { id: string; campaignId: string | null; phone: string }
/** The fields of a number that events contain. */
export const aboutNumber = ({ id, campaignId, phone }: Named) => ({
  campaignId: campaignId ?? ALL_CAMPAIGNS,
  numberId: id,
  phone,
})

/** The states of a number that is not released. */
const RINGING = ['active', 'paused'] as const

/** Returns the number if the caller may change it. */
export async function requireNumber({ db, caller }: Context, id: string) {
  const row = await queries.findNumber(db, caller.businessId, id)
  const isVisible = row && (row.campaignId === null || canReadCampaign(caller, row.campaignId))
  if (!isVisible) throw new AppError('number_not_found')
  if (!canChangeNumber(caller, row)) throw new AppError(row.campaignId ? 'forbidden' : 'number_not_found')
  return row
}

export async function changeNumber(
  given: Pick<Deps, 'env'>,
  { db, caller }: Context,
  id: string,
  changes: NumberChanges,
) {
  const { businessId } = caller
  const row = await requireNumber({ db, caller }, id)
  if (row.state !== 'active' && row.state !== 'paused') throw new AppError('number_released')
  const { campaignId, label, isEnabled } = changes
  if (campaignId !== undefined) await requireCampaignFor({ db, caller }, campaignId)
  const asked = changes.routing && { ...row.routing, ...changes.routing }
  if (asked) await requireRingMembers(db, businessId, asked)
  const routing =
    asked && (await checkRouting(given, { db, businessId, kind: row.provider, before: row.routing }, asked))
  await db.transaction().execute(async (tx) => {
    const state = isEnabled === undefined ? undefined : isEnabled ? 'active' : 'paused'
    const isChanged = await queries.updateNumber(tx, businessId, {
      id,
      label,
      campaignId,
      state,
      routing,
      from: RINGING,
    })
    if (!isChanged) throw new AppError('number_released')
    const { named, others } = partOf(changesTo(row, { label, campaignId, state, routing }), ['routing'])
    if (Object.keys({ ...named, ...others }).length)
      await emit(tx, caller, 'number.changed', {
        ...aboutNumber(row),
        changes: others,
        // The routing may contain outside phones, which are personal data.
        ...(named.routing && { personal: { changes: named } }),
      })
    for (const touched of new Set([row.campaignId, campaignId])) if (touched) await showNumber(tx, caller, touched)
  })
  return toNumber(await requireNumber({ db, caller }, id))
}

/** Throws 404 if the caller may not read the campaign, and 403 if they may not change it. */
export async function requireCampaignFor({ db, caller }: Context, campaignId: string | null) {
  if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (campaignId) await requireCampaigns(db, caller.businessId, [campaignId])
  if (!canChangeNumber(caller, { campaignId })) throw new AppError('forbidden')
}

/** Throws 404 if the ring list names a person who is not a member. */
export async function requireRingMembers(db: Db, businessId: string, { ring }: Pick<Routing, 'ring'>) {
  const people = ring.targets.flatMap(({ userId }) => userId ?? [])
  const members = await queries.listMembersAmong(db, businessId, people)
  if (people.some((id) => !members.includes(id))) throw new AppError('user_not_found')
}

/** Those of these people who are members now; those of these phones that are virtual numbers. */
export const membersAmong = queries.listMembersAmong
export const virtualAmong = queries.listVirtualOnes

type Checked = {
  db: Db
  businessId: string
  /** Provider of the account through which the phones are called. */
  kind: 'twilio' | 'local'
  /** The previous routing. Its phones are not checked again against billing limits, because every dial checks them. */
  before?: Routing
}
/** Returns the routing with its phones in E.164. Refuses virtual numbers, because ringing them would cause a loop. */
export async function checkRouting(
  given: Pick<Deps, 'env'>,
  { db, businessId, kind, before }: Checked,
  routing: Routing,
): Promise<Routing> {
  const targets = routing.ring.targets.map((target) =>
    target.kind === 'phone' ? { ...target, phone: parsePhone(target.phone) ?? '' } : target,
  )
  const phones = targets.flatMap((target) => (target.kind === 'phone' ? target.phone : []))
  const own = await queries.listVirtualOnes(db, phones)
  const names = targets.map((target) => (target.kind === 'phone' ? target.phone : target.userId))
  const wrong = (target: RingTarget, i: number) => {
    if (names.indexOf(names[i] ?? '') < i) return 'invalid_value'
    if (target.kind !== 'phone') return undefined
    return target.phone === '' ? 'invalid_phone' : own.includes(target.phone) ? 'own_number' : undefined
  }
  const line = await findLine(given, db, { businessId, kind })
  const known = before?.ring.targets.flatMap((target) => (target.kind === 'phone' ? target.phone : [])) ?? []
  const issues: Issue[] = targets.flatMap((target, i) => {
    const [message, path] = [wrong(target, i), `routing.ring.targets.${i}`]
    if (message) return [{ path, message }]
    if (target.kind !== 'phone') return []
    const isKnown = known.includes(target.phone)
    return lineIssue(given, isKnown ? { ...line, isAllowed: true } : line, target.phone, path) ?? []
  })
  if (issues.length) throw new AppError('invalid_input', { issues })
  return { ...routing, ring: { ...routing.ring, targets } }
}

/** Releases a number. It becomes inactive at once; the release at the provider is retried until it is confirmed. */
export async function releaseNumber(
  given: NumberDeps,
  { db, caller }: Context,
  id: string,
  { keepsChanges }: { keepsChanges: boolean },
) {
  const { businessId } = caller
  const row = await requireNumber({ db, caller }, id)
  if (row.state !== 'active' && row.state !== 'paused') throw new AppError('number_released')
  await db.transaction().execute(async (tx) => {
    if (!(await queries.updateNumber(tx, businessId, { id, state: 'releasing', keepsChanges, from: RINGING })))
      throw new AppError('number_released')
    await emit(tx, caller, 'number.released', aboutNumber(row))
    if (row.campaignId) await showNumber(tx, caller, row.campaignId)
  })
  await finishRelease(given, db, businessId, id)
  return toNumber(await requireNumber({ db, caller }, id))
}

/** Releases the number at the provider, or gives it back there if it was adopted. A failed release is retried after growing pauses. */
export async function finishRelease({ voice, env, now }: NumberDeps, db: Db, businessId: string, id: string) {
  const row = await queries.findNumber(db, businessId, id)
  if (row?.state !== 'releasing') return
  const { connectionId, adopted, keepsChanges, providerSid: sid } = row
  let givenBack: GivenBack | undefined
  try {
    const provider = (await voice.find(connectionId))?.provider
    if (!provider) throw new VoiceError('unavailable', 'no account with a provider')
    const ours = provider.settingsOf(hooksFor(env.publicUrl, connectionId, null))
    if (adopted) givenBack = await giveBack(provider, { sid, adopted, keepsChanges, ours })
    else await provider.releaseNumber(sid)
  } catch (error) {
    await queries.postponeRelease(db, businessId, { id, now: now() })
    if (error instanceof VoiceError && error.fault === 'unavailable') return
    throw error
  }
  const end = { state: 'quarantined', releasedAt: now(), givenBack, from: ['releasing'] } as const
  await queries.updateNumber(db, businessId, { id, ...end })
}

/** Updates the number that a campaign shows, and emits the change. */
export async function showNumber(tx: Db, author: Author, campaignId: string) {
  const changed = await queries.showNumberOf(tx, author.businessId, campaignId)
  if (!changed) return
  const changes = { virtualNumber: [changed.before, changed.after] as [unknown, unknown] }
  await emit(tx, author, 'campaign.changed', { campaignId, changes })
}
