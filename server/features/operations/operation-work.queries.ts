import { sql } from 'kysely'
import type { OperationAction, OperationKind, ReplaceAction } from '#contract/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Done } from '../leads/change/bulk.rules.ts'
import type { Outcome } from '../leads/change/bulk.service.ts'

type Held = {
  kind: OperationKind
  action: OperationAction | ReplaceAction
  campaignIds: string[] | null
  authorId: string
  undoes: string | null
} & ({ number: number; leadIds: string[] } | { number: null; leadIds: null })
/** An unfinished operation with its next piece, held until the transaction ends; nothing where another process holds it. */
export async function lockNextPiece(db: Db, businessId: string, id: string) {
  const { rows } = await sql<Held>`
    with held as materialized (select * from operations where business_id = ${businessId} and id = ${id}
      and state in ('queued', 'running') for no key update skip locked)
    select h.kind, h.action, h.campaign_ids as "campaignIds", h.author_id as "authorId", h.undoes, p.number, p.lead_ids as "leadIds"
    from held h left join lateral (select number, lead_ids from operation_pieces
      where business_id = ${businessId} and operation_id = ${id} order by number limit 1) p on true`.execute(db)
  return rows[0]
}

/** What an operation did to these leads. */
export async function listDone(db: Db, businessId: string, id: string, leadIds: readonly string[]) {
  const { rows } = await sql<Done & { leadId: string }>`
    select lead_id as "leadId", before, revision from operation_leads
    where business_id = ${businessId} and operation_id = ${id} and lead_id = any(${leadIds}::uuid[]) and outcome = 'changed'`.execute(
    db,
  )
  return new Map(rows.map(({ leadId, before, revision }) => [leadId, { before, revision }]))
}

type Worked = { id: string; number: number; outcomes: Outcome[] }
/** Writes down what became of a piece, which is then no longer to be done. */
export async function insertOutcomes(db: Db, businessId: string, { id, number, outcomes }: Worked) {
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').length
  await Promise.all([
    sql`insert into operation_leads (business_id, operation_id, lead_id, outcome, before, revision)
      select ${businessId}, ${id}, r."leadId", r.outcome, r.before, r.revision
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as r("leadId" uuid, outcome text, before jsonb, revision int)`.execute(
      db,
    ),
    sql`delete from operation_pieces where business_id = ${businessId} and operation_id = ${id} and number = ${number}`.execute(
      db,
    ),
    sql`update operations set state = 'running', done = done + ${changed}, skipped = skipped + ${outcomes.length - changed},
      started_at = coalesce(started_at, now()), heartbeat_at = now()
      where business_id = ${businessId} and id = ${id}`.execute(db),
  ])
}

/** Leads that an undo has given back are no longer to be undone. */
export const updateUndoneLeads = (db: Db, businessId: string, id: string, leadIds: readonly string[]) =>
  sql`update operation_leads set outcome = 'undone'
    where business_id = ${businessId} and operation_id = ${id} and lead_id = any(${leadIds}::uuid[])`.execute(db)

/** Of every business: unfinished operations that nobody has worked on for so long, as the worker's role. */
export async function listIdle(db: Db, idleMs: number) {
  const { rows } = await sql<{ businessId: string; operationId: string }>`
    select business_id as "businessId", id as "operationId" from operations
    where state in ('queued', 'running') and heartbeat_at < now() - ${idleMs} * interval '1 millisecond'`.execute(db)
  return rows
}
