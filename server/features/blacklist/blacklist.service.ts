import { BLACKLIST_MAX, type BlacklistEntry, type NewBlacklistEntry } from '#contract/blacklist/blacklist.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { maskPhone } from '#contract/values/masks.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { type SearchLike, searchLike } from '../../platform/phones.ts'
import { canReadCampaign, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import { requireCallOfCampaign } from '../calls/calls.service.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { requireLead } from '../leads/leads.service.ts'
import * as queries from './blacklist.queries.ts'
import { canBlock, readPhone } from './blacklist.rules.ts'

type BlacklistContext = { db: Db; caller: Member; now: Date }

type ListRequest = { page: number; limit: number; campaignId?: string | undefined; search?: string | undefined }
/** The business's entries, and those of campaigns in which the caller may block. */
export async function findEntries(
  { db, caller, now }: BlacklistContext,
  { campaignId, search, page, limit }: ListRequest,
) {
  if (campaignId) {
    if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
    await requireCampaigns(db, caller.businessId, [campaignId])
    if (!canBlock(caller, campaignId)) throw new AppError('forbidden')
  }
  const editable = visibleCampaigns(caller)?.filter((id) => canBlock(caller, id)) ?? null
  const like = search ? likeFor(caller, search) : undefined
  const filter = { editable, campaignId, like, now }
  const [entries, total] = await Promise.all([
    queries.listEntries(db, caller.businessId, { ...filter, limit, offset: (page - 1) * limit }),
    queries.countEntries(db, caller.businessId, filter),
  ])
  return { entries: entries.map((entry) => seenBy(caller, entry)), pagination: paginate({ page, limit }, total, true) }
}

const seenBy = (caller: Member, entry: BlacklistEntry): BlacklistEntry =>
  seesMasked(caller) && entry.phone ? { ...entry, phone: maskPhone(entry.phone) } : entry

/** Members who see masked contacts search only reasons; else they could guess a number digit by digit. */
const likeFor = (caller: Member, search: string): SearchLike => ({
  ...searchLike(search),
  ...(seesMasked(caller) && { phones: [] }),
})

/**
 * Blocks a typed number. Refused for members who see masked contacts: an existing entry or a blocked call would confirm a
 * guess.
 */
export const blockTyped = (context: BlacklistContext, wanted: NewBlacklistEntry) => {
  if (wanted.kind !== 'withheld' && seesMasked(context.caller)) throw new AppError('forbidden')
  return blockCaller(context, wanted)
}

/** Blocks a caller from now on; an existing entry is changed. */
const blockCaller = ({ db, caller, now }: BlacklistContext, wanted: NewBlacklistEntry) =>
  db.transaction().execute(async (tx) => {
    const { businessId, userId } = caller
    const { kind, campaignId, reason, expiresAt } = wanted
    if (campaignId && !canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
    if (campaignId) await requireCampaigns(tx, businessId, [campaignId])
    if (!canBlock(caller, campaignId)) throw new AppError('forbidden')
    const phone = readPhone(kind, wanted.phone)
    if (expiresAt && Date.parse(expiresAt) <= now.getTime()) throw invalidInput('expiresAt', 'invalid_value')
    const live = await queries.countEntries(tx, businessId, { editable: null, now })
    if (live >= BLACKLIST_MAX) throw new AppError('blacklist_full')
    const entry = { id: newId(), kind, phone, campaignId, reason, createdBy: userId, expiresAt }
    const id = await queries.upsertEntry(tx, businessId, entry)
    const blocked = await requireEntry(tx, businessId, id)
    await emit(tx, caller, 'blacklist.added', about(blocked))
    return seenBy(caller, blocked)
  })

const about = ({ _id, kind, campaignId, phone, reason }: BlacklistEntry) => ({
  campaignId: campaignId ?? ALL_CAMPAIGNS,
  entryId: _id,
  kind,
  personal: { phone, reason },
})

type BlockScope = { scope: 'campaign' | 'business'; reason: string }
/** Blocks the number of a lead or a call, in its campaign or in the whole business. */
const blockNumber = (
  context: BlacklistContext,
  { phone, campaignId }: { phone: string; campaignId: string | null },
  { scope, reason }: BlockScope,
) => {
  const where = scope === 'campaign' ? campaignId : null
  if (scope === 'campaign' && !where) throw invalidInput('scope', 'invalid_value')
  return blockCaller(context, { kind: 'number', phone, campaignId: where, reason, expiresAt: null })
}

/** Refused for members who see masked contacts, because they may have typed the lead's phone; calls can be blocked by all with the right. */
export async function blockLead(context: BlacklistContext, leadId: string, wanted: BlockScope) {
  if (seesMasked(context.caller)) throw new AppError('forbidden')
  const lead = await requireLead(context, leadId)
  if (!lead.phone) throw invalidInput('phone', 'required_field')
  await blockNumber(context, { phone: lead.phone, campaignId: lead.campaign_id }, wanted)
}

/** Blocks the caller of a call. Needs the right in its campaign, not the right to hear its calls. */
export async function blockCall(context: BlacklistContext, callId: string, wanted: BlockScope) {
  const call = await requireCallOfCampaign(context, callId)
  if (!call.caller) throw new AppError('caller_withheld')
  await blockNumber(context, { phone: call.caller, campaignId: call.campaign_id }, wanted)
}

/** Removes an entry. */
export const unblock = ({ db, caller }: BlacklistContext, id: string) =>
  db.transaction().execute(async (tx) => {
    const entry = await requireEntry(tx, caller.businessId, id)
    const isVisible = entry.campaignId === null || canReadCampaign(caller, entry.campaignId)
    if (!isVisible) throw new AppError('blacklist_entry_not_found')
    if (!canBlock(caller, entry.campaignId)) throw new AppError('forbidden')
    await queries.deleteEntry(tx, caller.businessId, id)
    await emit(tx, caller, 'blacklist.removed', about(entry))
  })

async function requireEntry(db: Db, businessId: string, id: string) {
  const entry = await queries.findEntry(db, businessId, id)
  if (!entry) throw new AppError('blacklist_entry_not_found')
  return entry
}
