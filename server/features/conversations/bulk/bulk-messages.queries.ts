import { type RawBuilder, sql } from 'kysely'
import type { FailReason, MessageState } from '#contract/leads/conversations/message-shapes.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'

/** The ids that a choice selects, in the order in which an operation takes them. */
export async function listChosen(db: Db, businessId: string, choice: RawBuilder<unknown>) {
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select l.id from leads l join (${choice}) chosen on chosen.id = l.id where l.business_id = ${businessId} order by l.id`,
  )
  return rows.map(({ id }) => id)
}

/** The messages of an operation: an item that it wrote keeps the id of its message. */
const ofOperation = (businessId: string, operationId: string) => sql`from operation_items i
  join lead_messages m on m.business_id = i.business_id and m.id = (i.before->>'messageId')::uuid
  where i.business_id = ${businessId} and i.operation_id = ${operationId} and i.outcome in ('changed', 'undone')`

type Counted = { state: MessageState; reason: FailReason | null; count: number }
export const countFates = (db: Db, businessId: string, operationId: string) =>
  rowsOf<Counted>(
    db,
    sql`select m.state, m.reason, count(*)::int as count ${ofOperation(businessId, operationId)}
      group by m.state, m.reason order by count desc, m.state, m.reason`,
  )

type Fate = { leadId: string; state: MessageState; reason: FailReason | null; waitsUntil: string | null; at: string }
type Page = { operationId: string; offset: number; limit: number }
export const listFates = (db: Db, businessId: string, { operationId, offset, limit }: Page) =>
  rowsOf<Fate>(
    db,
    sql`select m.lead_id as "leadId", m.state, m.reason, m.waits_until as "waitsUntil", m.state_at as at
      ${ofOperation(businessId, operationId)} order by m.id limit ${limit} offset ${offset}`,
  )
