import { sql } from 'kysely'
import type { LeadSourceKind, SourceMapping } from '#contract/lead-sources/lead-sources.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type SourceRow = {
  id: string
  campaignId: string
  kind: LeadSourceKind
  name: string
  key: string
  source: string
  mapping: SourceMapping | null
  statusId: string | null
  assignedTo: string | null
  isEnabled: boolean
  capturesUntil: string | null
  sampleId: string | null
  createdAt: string
}
const columns = [
  's.id',
  's.campaign_id as campaignId',
  's.kind',
  's.name',
  's.key',
  's.source',
  's.mapping',
  's.status_id as statusId',
  's.assigned_to as assignedTo',
  's.is_enabled as isEnabled',
  's.captures_until as capturesUntil',
  's.sample_id as sampleId',
  's.created_at as createdAt',
] as const

const sources = (db: Db, businessId: string) =>
  db
    .selectFrom('lead_sources as s')
    .select(columns)
    .$castTo<SourceRow>()
    .where('s.business_id', '=', businessId)
    .where('s.deleted_at', 'is', null)

type CountedSource = SourceRow & { leads: number; unread: number; lastAt: string | null }
/** Sources of a campaign, or of all, newest first, with what came of their requests. */
export const listSources = (db: Db, businessId: string, campaignId: string | undefined): Promise<CountedSource[]> =>
  sources(db, businessId)
    .innerJoin('campaigns as c', (join) =>
      join.onRef('c.business_id', '=', 's.business_id').onRef('c.id', '=', 's.campaign_id'),
    )
    .where('c.deleted_at', 'is', null)
    .$if(campaignId !== undefined, (query) => query.where('s.campaign_id', '=', campaignId as string))
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('lead_deliveries as d')
          .select(({ fn }) => [
            fn.countAll<number>().filterWhere('d.state', '=', 'lead').as('leads'),
            fn.countAll<number>().filterWhere('d.state', '=', 'unread').as('unread'),
            fn.max('d.at').filterWhere('d.state', '!=', 'sample').as('lastAt'),
          ])
          .whereRef('d.business_id', '=', 's.business_id')
          .whereRef('d.source_id', '=', 's.id')
          .as('n'),
      (join) => join.onTrue(),
    )
    .select(['n.leads', 'n.unread', 'n.lastAt'])
    .orderBy('s.created_at', 'desc')
    .orderBy('s.id', 'desc')
    .$castTo<CountedSource>()
    .execute()

export const findSource = (db: Db, businessId: string, id: string) =>
  sources(db, businessId).where('s.id', '=', id).executeTakeFirst()

export async function countSources(db: Db, businessId: string, campaignId: string) {
  const row = await db
    .selectFrom('lead_sources')
    .select((column) => column.fn.countAll<number>().as('total'))
    .where('business_id', '=', businessId)
    .where('campaign_id', '=', campaignId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.total
}

/** Whether the campaign has an address for leads by mail. */
export const hasMailSource = async (db: Db, businessId: string, campaignId: string) =>
  (await sources(db, businessId)
    .where('s.campaign_id', '=', campaignId)
    .where('s.kind', '=', 'email')
    .executeTakeFirst()) !== undefined

type New = Pick<SourceRow, 'id' | 'campaignId' | 'kind' | 'name' | 'key' | 'source'> & { createdBy: string }
export const insertSource = (db: Db, businessId: string, { campaignId, createdBy, ...values }: New) =>
  db
    .insertInto('lead_sources')
    .values({ business_id: businessId, ...values, campaign_id: campaignId, created_by: createdBy })
    .execute()

export type SourceValues = Partial<
  Pick<
    SourceRow,
    'name' | 'key' | 'source' | 'mapping' | 'statusId' | 'assignedTo' | 'isEnabled' | 'capturesUntil' | 'sampleId'
  >
>
export const updateSource = (db: Db, businessId: string, id: string, values: SourceValues) =>
  db
    .updateTable('lead_sources')
    .set({
      ...(values.name !== undefined && { name: values.name }),
      ...(values.key !== undefined && { key: values.key }),
      ...(values.source !== undefined && { source: values.source }),
      ...(values.mapping !== undefined && { mapping: values.mapping && JSON.stringify(values.mapping) }),
      ...(values.statusId !== undefined && { status_id: values.statusId }),
      ...(values.assignedTo !== undefined && { assigned_to: values.assignedTo }),
      ...(values.isEnabled !== undefined && { is_enabled: values.isEnabled }),
      ...(values.capturesUntil !== undefined && { captures_until: values.capturesUntil }),
      ...(values.sampleId !== undefined && { sample_id: values.sampleId }),
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Leads keep the name of their source; its requests are deleted. */
export async function deleteSource(tx: Db, businessId: string, id: string) {
  await tx
    .updateTable('lead_sources')
    .set({ deleted_at: sql<string>`now()`, sample_id: null, captures_until: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('lead_deliveries').where('business_id', '=', businessId).where('source_id', '=', id).execute()
}

export type FoundSource = {
  id: string
  business_id: string
  campaign_id: string
  kind: LeadSourceKind
  key: string
  is_open: boolean
}
/** Across businesses through a `security definer` function: the key in the address identifies the source. */
export async function findSourceByKey(db: Db, key: string) {
  const [row] = await rowsOf<FoundSource>(db, sql`select * from find_lead_source(${key})`)
  return row
}
