import { REPAIRS_MAX } from '#contract/lead-sources/lead-sources.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { canInCampaign, canReadCampaign, seesMasked, visibleCampaigns } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import { deleteDelivery } from './deliveries.queries.ts'
import { toDelivery } from './lead-sources.presenter.ts'
import { findSource } from './lead-sources.queries.ts'
import { type ReadingDeps, readDelivery } from './reading.service.ts'
import * as queries from './repairs.queries.ts'

type Context = { db: Db; caller: Member }

/** Campaigns whose requests the caller may repair; null: all. */
const repairedCampaigns = (caller: Member) =>
  visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, 'leads.repair', id)) ?? null

function requireRight(caller: Member, campaignId: string, notFound: 'campaign_not_found' | 'lead_delivery_not_found') {
  if (!canReadCampaign(caller, campaignId)) throw new AppError(notFound)
  if (!canInCampaign(caller, 'leads.repair', campaignId)) throw new AppError('forbidden')
}

/** Requests show phones and e-mails, and correcting one would confirm a guess. */
function requireContacts(caller: Member) {
  if (seesMasked(caller)) throw new AppError('forbidden')
}

type Asked = {
  page: number
  limit: number
  campaignId?: string | undefined
  sourceId?: string | undefined
  state: 'all' | 'unread'
}
export async function listDeliveries({ db, caller }: Context, { page, limit, state, ...asked }: Asked) {
  const { businessId } = caller
  requireContacts(caller)
  if (asked.campaignId) {
    if (!canReadCampaign(caller, asked.campaignId)) throw new AppError('campaign_not_found')
    await requireCampaigns(db, businessId, [asked.campaignId])
    requireRight(caller, asked.campaignId, 'campaign_not_found')
  }
  const filter = { ...asked, campaigns: repairedCampaigns(caller), isUnread: state === 'unread' }
  const [rows, total] = await Promise.all([
    queries.listDeliveries(db, businessId, { ...filter, limit, offset: (page - 1) * limit }),
    queries.countDeliveries(db, businessId, filter),
  ])
  return { deliveries: rows.map(toDelivery), pagination: paginate({ page, limit }, total, true) }
}

type Wanted = {
  ids?: string[] | undefined
  sourceId?: string | undefined
  corrections: Record<string, string>
}
/**
 * Reads requests again that could not be read, with the mapping as it is now, and says what came of them. Each is read in
 * a transaction of its own; one that fails is tried again like any other.
 */
export async function repair(deps: ReadingDeps, { db, caller }: Context, { corrections, ...which }: Wanted) {
  const { businessId } = caller
  const now = deps.now().toISOString()
  const chosen = await db.transaction().execute(async (tx) => {
    await requireReach(tx, caller, which)
    const rows = await queries.lockUnread(tx, businessId, { ...which, most: REPAIRS_MAX })
    for (const { campaignId } of rows) requireRight(caller, campaignId, 'lead_delivery_not_found')
    const ids = rows.map(({ id }) => id)
    const given = Object.keys(corrections).length ? corrections : null
    await queries.readAgain(tx, businessId, { ids, now, corrections: given })
    for (const about of bySource(rows)) await emit(tx, caller, 'lead_source.repaired', about)
    return ids
  })
  for (const id of chosen) await readDelivery(deps, { businessId, id })
  const unread = await queries.countUnread(db, businessId, chosen)
  return { repaired: chosen.length - unread, unread }
}

/** 404 for a source, or a single request, that does not exist or is not in the caller's reach. */
async function requireReach(tx: Db, caller: Member, { ids, sourceId }: Pick<Wanted, 'ids' | 'sourceId'>) {
  const { businessId } = caller
  requireContacts(caller)
  if (sourceId !== undefined) {
    const source = await findSource(tx, businessId, sourceId)
    if (!source) throw new AppError('lead_source_not_found')
    return requireRight(caller, source.campaignId, 'lead_delivery_not_found')
  }
  const places = await queries.listPlaces(tx, businessId, ids ?? [])
  if (places.length < new Set(ids).size) throw new AppError('lead_delivery_not_found')
  for (const { campaignId } of places) requireRight(caller, campaignId, 'lead_delivery_not_found')
}

function bySource(rows: readonly queries.UnreadRow[]) {
  const ids = [...new Set(rows.map(({ sourceId }) => sourceId))]
  return ids.map((sourceId) => {
    const [first, ...others] = rows.filter((row) => row.sourceId === sourceId) as [queries.UnreadRow, ...typeof rows]
    return { campaignId: first.campaignId, sourceId, name: first.sourceName, requests: others.length + 1 }
  })
}

/** Discards a request that could not be read. */
export const discard = ({ db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    await requireReach(tx, caller, { ids: [id] })
    const [row] = await queries.lockUnread(tx, caller.businessId, { ids: [id], most: 1 })
    if (!row) throw new AppError('lead_delivery_not_found')
    await deleteDelivery(tx, caller.businessId, id)
    const { campaignId, sourceId, sourceName: name } = row
    await emit(tx, caller, 'lead_source.discarded', { campaignId, sourceId, name, requests: 1 })
  })
