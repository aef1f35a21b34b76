import { sql } from 'kysely'
import type { CallFlowVersion } from '#contract/calls/flows/call-flows.ts'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import type { User } from '#contract/team/users.ts'
import type { Db } from '../../platform/db/db.ts'

export type FlowNumberRow = {
  _id: string
  phone: string
  label: string
  campaignId: string | null
  campaignName: string | null
}
export type FlowRow = {
  id: string
  name: string
  createdBy: string | null
  numbers: FlowNumberRow[]
  version: number | null
  publishedAt: string | null
  publishedBy: User | null
  published: FlowContent | null
  draft: FlowContent | null
  revision: number
  draftBy: User | null
  draftAt: string | null
}

const userOf = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is not null then jsonb_build_object('_id', ${alias}.id, 'name', ${alias}.name, 'image', ${alias}.image) end`,
  )
const rowsOf = (businessId: string) => sql<FlowRow>`
  select f.id, f.name, f.created_by as "createdBy", f.version, v.published_at as "publishedAt",
    ${userOf('p')} as "publishedBy", v.content as published, f.draft, f.revision, ${userOf('d')} as "draftBy",
    f.draft_at as "draftAt",
    (select coalesce(jsonb_agg(jsonb_build_object('_id', n.id, 'phone', n.phone, 'label', n.label,
        'campaignId', n.campaign_id, 'campaignName', c.name) order by n.created_at, n.id), '[]')
      from virtual_numbers n
        left join campaigns c on c.business_id = n.business_id and c.id = n.campaign_id and c.deleted_at is null
      where n.business_id = ${businessId} and n.flow_id = f.id and n.state in ('active', 'paused', 'releasing')) as numbers
  from call_flows f
    left join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
    left join users p on p.id = v.published_by
    left join users d on d.id = f.draft_by
  where f.business_id = ${businessId} and f.deleted_at is null`

export async function listFlows(db: Db, businessId: string, most: number) {
  const { rows } = await sql<FlowRow>`${rowsOf(businessId)} order by f.name, f.id limit ${most}`.execute(db)
  return rows
}

export async function findFlow(db: Db, businessId: string, id: string) {
  const { rows } = await sql<FlowRow>`${rowsOf(businessId)} and f.id = ${id}`.execute(db)
  return rows[0]
}

export type PublishedFlow = { id: string; version: number; content: FlowContent }
/** Those of these flows that are published. */
export async function listPublished(db: Db, businessId: string, ids: readonly string[]) {
  const { rows } = await sql<PublishedFlow>`
    select f.id, f.version, v.content from call_flows f
      join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
    where f.business_id = ${businessId} and f.id = any(${ids}::uuid[]) and f.deleted_at is null`.execute(db)
  return rows
}

/** Serializes changes of a business's flows: they lead to each other and share sounds. */
export const lockFlows = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' call flows', 0))`.execute(tx)

type NewFlow = { id: string; name: string; draft: FlowContent; userId: string; at: Date }
export const insertFlow = (tx: Db, businessId: string, { id, name, draft, userId, at }: NewFlow) =>
  tx
    .insertInto('call_flows')
    .values({
      business_id: businessId,
      id,
      name,
      draft: JSON.stringify(draft),
      draft_by: userId,
      draft_at: at.toISOString(),
      created_by: userId,
      created_at: at.toISOString(),
    })
    .execute()

export const updateName = (tx: Db, businessId: string, id: string, name: string) =>
  tx.updateTable('call_flows').set({ name }).where('business_id', '=', businessId).where('id', '=', id).execute()

type Draft = { id: string; draft: FlowContent | null; userId: string; at: Date }
/** Raises the revision. */
export const updateDraft = (tx: Db, businessId: string, { id, draft, userId, at }: Draft) =>
  tx
    .updateTable('call_flows')
    .set({
      draft: draft && JSON.stringify(draft),
      draft_by: draft && userId,
      draft_at: draft && at.toISOString(),
      revision: sql`revision + 1`,
    })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

type Version = { id: string; version: number; content: FlowContent; userId: string; at: Date; kept: number }
/** Stores a published version, removes the draft, and forgets versions beyond the last `kept`. */
export async function insertVersion(tx: Db, businessId: string, { id, version, content, userId, at, kept }: Version) {
  await tx
    .insertInto('call_flow_versions')
    .values({
      business_id: businessId,
      flow_id: id,
      version,
      content: JSON.stringify(content),
      published_by: userId,
      published_at: at.toISOString(),
    })
    .execute()
  await updateDraft(tx, businessId, { id, draft: null, userId, at })
  await tx
    .updateTable('call_flows')
    .set({ version })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()
  await tx
    .deleteFrom('call_flow_versions')
    .where('business_id', '=', businessId)
    .where('flow_id', '=', id)
    .where('version', '<=', version - kept)
    .execute()
}

export async function listVersions(db: Db, businessId: string, id: string): Promise<CallFlowVersion[]> {
  const { rows } = await sql<CallFlowVersion>`
    select v.version, v.published_at as "publishedAt", ${userOf('u')} as "publishedBy", v.content
    from call_flow_versions v left join users u on u.id = v.published_by
    where v.business_id = ${businessId} and v.flow_id = ${id} order by v.version desc`.execute(db)
  return rows
}

export const updateDeleted = (tx: Db, businessId: string, id: string, at: Date) =>
  tx
    .updateTable('call_flows')
    .set({ deleted_at: at.toISOString(), draft: null })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .execute()

/** Returns whether the number is there and followed something else. */
export async function updateFlowOf(
  tx: Db,
  businessId: string,
  { numberId, flowId }: { numberId: string; flowId: string | null },
) {
  const changed = await tx
    .updateTable('virtual_numbers')
    .set({ flow_id: flowId })
    .where('business_id', '=', businessId)
    .where('id', '=', numberId)
    .where('flow_id', 'is distinct from', flowId)
    .returning('id')
    .executeTakeFirst()
  return changed !== undefined
}

/** Ids of live flows, their published flows' contents and of sounds: what a content may name. */
export async function listNamed(db: Db, businessId: string) {
  const { rows } = await sql<{ flows: { id: string; version: number | null; leadsTo: string[] }[]; sounds: string[] }>`
    select (select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'version', f.version, 'leadsTo',
          coalesce((select jsonb_agg(s->>'flowId') from jsonb_array_elements(v.content->'steps') s where s->>'kind' = 'flow'), '[]'))), '[]')
        from call_flows f
          left join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
        where f.business_id = ${businessId} and f.deleted_at is null) as flows,
      array(select id::text from call_sounds where business_id = ${businessId}) as sounds`.execute(db)
  return rows[0] ?? { flows: [], sounds: [] }
}

/** Whether a draft or a published version of another flow than `except` contains the text, such as an id. */
export async function isNamed(db: Db, businessId: string, { text, except }: { text: string; except?: string }) {
  const { rows } = await sql`
    select from call_flows f
      left join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
    where f.business_id = ${businessId} and f.deleted_at is null and f.id is distinct from ${except ?? null}::uuid
      and (strpos(f.draft::text, ${text}) > 0 or strpos(v.content::text, ${text}) > 0) limit 1`.execute(db)
  return rows.length > 0
}
