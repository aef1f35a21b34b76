import { sql } from 'kysely'
import type { LeadDelivery } from '#contract/lead-sources/lead-sources.ts'
import type { Db } from '../../platform/db/db.ts'
import type { StoredFields } from './stored-fields.rules.ts'

const SHOWN = [
  'd.id as _id',
  'd.source_id as sourceId',
  's.name as sourceName',
  's.campaign_id as campaignId',
  'd.at',
  'd.state',
  'd.reason',
  'd.address',
  'd.content_type as contentType',
  'd.raw',
  'd.fields',
  'l.id as leadId',
  'l.campaign_id as leadCampaignId',
  'l.name as leadName',
] as const
export type ShownRow = Omit<LeadDelivery, 'fields' | 'lead'> & {
  fields: StoredFields | null
  leadId: string | null
  leadCampaignId: string | null
  leadName: string | null
}
/** `campaigns`: those whose requests the caller may see; null: all. */
export type DeliveryFilter = {
  campaigns: readonly string[] | null
  campaignId?: string | undefined
  sourceId?: string | undefined
  isUnread: boolean
}
const NO_ID = '00000000-0000-0000-0000-000000000000'
const shown = (db: Db, businessId: string, { campaigns, campaignId, sourceId, isUnread }: DeliveryFilter) =>
  db
    .selectFrom('lead_deliveries as d')
    .innerJoin('lead_sources as s', (join) =>
      join.onRef('s.business_id', '=', 'd.business_id').onRef('s.id', '=', 'd.source_id'),
    )
    .where('d.business_id', '=', businessId)
    .where('s.deleted_at', 'is', null)
    .where('d.state', 'in', isUnread ? ['unread'] : ['waiting', 'lead', 'repeated', 'test', 'unread'])
    .$if(campaigns !== null, (query) => query.where('s.campaign_id', 'in', campaigns?.length ? campaigns : [NO_ID]))
    .$if(campaignId !== undefined, (query) => query.where('s.campaign_id', '=', campaignId as string))
    .$if(sourceId !== undefined, (query) => query.where('d.source_id', '=', sourceId as string))

/** Requests, newest first. */
export const listDeliveries = (
  db: Db,
  businessId: string,
  { offset, limit, ...filter }: DeliveryFilter & { offset: number; limit: number },
) =>
  shown(db, businessId, filter)
    .leftJoin('leads as l', (join) =>
      join.onRef('l.business_id', '=', 'd.business_id').onRef('l.id', '=', 'd.lead_id').on('l.deleted_at', 'is', null),
    )
    .select(SHOWN)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$castTo<ShownRow>()
    .execute()

export async function countDeliveries(db: Db, businessId: string, filter: DeliveryFilter) {
  const row = await shown(db, businessId, filter)
    .select((column) => column.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export type UnreadRow = { id: string; sourceId: string; sourceName: string; campaignId: string }
/**
 * Of these requests, or of the source, those that could not be read, oldest first, locked. Those that another
 * repair holds are left to it: waiting for them would keep it from reading them.
 */
export const lockUnread = (
  tx: Db,
  businessId: string,
  { ids, sourceId, most }: { ids?: readonly string[] | undefined; sourceId?: string | undefined; most: number },
) =>
  tx
    .selectFrom('lead_deliveries as d')
    .innerJoin('lead_sources as s', (join) =>
      join.onRef('s.business_id', '=', 'd.business_id').onRef('s.id', '=', 'd.source_id'),
    )
    .select(['d.id', 'd.source_id as sourceId', 's.name as sourceName', 's.campaign_id as campaignId'])
    .where('d.business_id', '=', businessId)
    .where('d.state', '=', 'unread')
    .where('s.deleted_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('d.id', '=', sql<string>`any(${ids}::uuid[])`))
    .$if(sourceId !== undefined, (query) => query.where('d.source_id', '=', sourceId as string))
    .orderBy('d.at')
    .orderBy('d.id')
    .limit(most)
    .forUpdate('d')
    .skipLocked()
    .$castTo<UnreadRow>()
    .execute()

/** The campaigns of these requests, whatever their state. */
export const listPlaces = (tx: Db, businessId: string, ids: readonly string[]) =>
  tx
    .selectFrom('lead_deliveries as d')
    .innerJoin('lead_sources as s', (join) =>
      join.onRef('s.business_id', '=', 'd.business_id').onRef('s.id', '=', 'd.source_id'),
    )
    .select(['d.id', 's.campaign_id as campaignId'])
    .where('d.business_id', '=', businessId)
    .where('d.id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('s.deleted_at', 'is', null)
    .execute()

/** How many of these are still without a lead. */
export async function countUnread(db: Db, businessId: string, ids: readonly string[]) {
  const row = await db
    .selectFrom('lead_deliveries')
    .select((column) => column.fn.countAll<number>().as('total'))
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('state', 'in', ['unread', 'waiting'])
    .executeTakeFirstOrThrow()
  return row.total
}

/** They are read once more; a person has seen them, so Google's key is not asked for. */
export const readAgain = (
  tx: Db,
  businessId: string,
  { ids, now, corrections }: { ids: readonly string[]; now: string; corrections: Record<string, string> | null },
) =>
  tx
    .updateTable('lead_deliveries')
    .set({
      ...{ state: 'waiting', reason: null, due_at: now, attempts: 0, is_trusted: true },
      ...(corrections && { corrections: JSON.stringify(corrections) }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
