import { sql } from 'kysely'
import type { FlowContent } from '#contract/calls/flows/flow-shapes.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { Hole } from './holes.rules.ts'

/** Open businesses with a number that follows a flow and was not examined since `before`. */
export const listUnexamined = (db: Db, { now, before }: { now: Date; before: Date }) =>
  rowsOf<{ businessId: string }>(
    db,
    sql`select b.business_id as "businessId" from businesses b
      where b.closes_at is null and is_open(b.business_id, null, ${now.toISOString()}) and exists (
        select from virtual_numbers n join call_flows f on f.business_id = n.business_id and f.id = n.flow_id
          left join hole_checks k on k.business_id = n.business_id and k.number_id = n.id
        where n.business_id = b.business_id and n.state = 'active' and f.version is not null
          and (k.examined_at is null or k.examined_at < ${before.toISOString()}))`,
  )

/** One examination of a business at a time, until its transaction ends. */
export const lockHoles = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('holes ' || ${businessId}, 0))`.execute(tx)

export type NumberWithFlow = {
  id: string
  connectionId: string
  phone: string
  label: string
  campaignId: string | null
  flowId: string
  version: number
  content: FlowContent
}
/** Active numbers with the published version that their calls follow. */
export const listNumbers = (db: Db, businessId: string) =>
  rowsOf<NumberWithFlow>(
    db,
    sql`select n.id, n.connection_id as "connectionId", n.phone, n.label, n.campaign_id as "campaignId", f.id as "flowId",
        f.version, v.content
      from virtual_numbers n
        join call_flows f on f.business_id = n.business_id and f.id = n.flow_id
        join call_flow_versions v on v.business_id = f.business_id and v.flow_id = f.id and v.version = f.version
      where n.business_id = ${businessId} and n.state = 'active' order by n.id`,
  )

/** What is known of a number with this version of this flow; undefined: it was never examined. */
export async function findKnown(db: Db, businessId: string, { id, flowId, version }: NumberWithFlow) {
  const [row] = await rowsOf<{ holes: Hole[] }>(
    db,
    sql`select coalesce((select jsonb_agg(jsonb_build_object('from', h.starts_at, 'to', h.ends_at)) from number_holes h
        where h.business_id = k.business_id and h.number_id = k.number_id), '[]') as holes
      from hole_checks k where k.business_id = ${businessId} and k.number_id = ${id} and k.flow_id = ${flowId}
        and k.version = ${version}`,
  )
  return row?.holes
}

type Examined = { number: NumberWithFlow; holes: readonly Hole[]; now: Date }
export async function storeHoles(tx: Db, businessId: string, { number, holes, now }: Examined) {
  const { id, flowId, version } = number
  const check = { flow_id: flowId, version, examined_at: now.toISOString() }
  await tx
    .insertInto('hole_checks')
    .values({ business_id: businessId, number_id: id, ...check })
    .onConflict((conflict) => conflict.columns(['business_id', 'number_id']).doUpdateSet(check))
    .execute()
  await tx.deleteFrom('number_holes').where('business_id', '=', businessId).where('number_id', '=', id).execute()
  if (!holes.length) return
  await tx
    .insertInto('number_holes')
    .values(holes.map(({ from, to }) => ({ business_id: businessId, number_id: id, starts_at: from, ends_at: to })))
    .execute()
}

/** Forgets numbers that follow no published flow any more. */
export const forgetOthers = (tx: Db, businessId: string, numbers: readonly string[]) =>
  sql`delete from hole_checks where business_id = ${businessId} and number_id <> all(${numbers}::uuid[])`.execute(tx)
