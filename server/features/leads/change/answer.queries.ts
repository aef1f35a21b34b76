import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

/** When a call started and was answered; null: it was not. */
export type Answer = { startedAt: string; answeredAt: string | null }

/**
 * When an answer counts as the response to the lead `l`: not before the lead existed, and at its creation if the call
 * created it, because a provider's times are whole seconds. Migration 0018 applies the same rule.
 */
const momentOf = (startedAt: ReturnType<typeof sql>, answeredAt: ReturnType<typeof sql>) => sql`
  case when ${answeredAt} is null then null
    when l.source = 'call' and l.created_at >= ${startedAt} - interval '1 second' then l.created_at
    else greatest(l.created_at, ${answeredAt}) end`

/** The moments at which the answers count as responses, in the same order. */
export async function findAnswerMoments(tx: Db, businessId: string, leadId: string, answers: readonly Answer[]) {
  const { rows } = await sql<{ at: string | null }>`
    select ${momentOf(sql`a."startedAt"`, sql`a."answeredAt"`)} as at
    from leads l, jsonb_to_recordset(${JSON.stringify(answers.map((answer, place) => ({ ...answer, place })))}::jsonb)
      as a(place int, "startedAt" timestamptz, "answeredAt" timestamptz)
    where l.business_id = ${businessId} and l.id = ${leadId} order by a.place`.execute(tx)
  return rows.map(({ at }) => at)
}

/** The first response by what is stored: answered calls, messages that people sent, comments, and changes of status that were not undone. */
export async function findFirstResponse(tx: Db, businessId: string, leadId: string) {
  const { rows } = await sql<{ at: string | null }>`
    select least(
      (select min(${momentOf(sql`c.started_at`, sql`c.answered_at`)}) from calls c
        where c.business_id = l.business_id and c.lead_id = l.id and c.campaign_id is not null and not c.is_test),
      (select min(date_trunc('milliseconds', e.at)) from events e
        where e.business_id = l.business_id and e.lead_id = l.id and e.name = 'message.sent'
          and e.payload->>'authorId' is not null),
      (select min(g.created_at) from meetings g where g.business_id = l.business_id and g.lead_id = l.id
        and g.created_by is not null),
      (select min(m.at) from lead_comments m where m.business_id = l.business_id and m.lead_id = l.id),
      (select min(date_trunc('milliseconds', e.at)) from events e
        where e.business_id = l.business_id and e.lead_id = l.id and e.name = 'lead.changed'
          and e.payload->'changes' ? 'statusId' and e.actor ? 'userId'
          and not exists (select from operations o where o.business_id = e.business_id
            and o.id = (e.payload->>'operationId')::uuid and (o.kind in ('undo', 'replace') or o.undone_by is not null)))
    ) as at
    from leads l where l.business_id = ${businessId} and l.id = ${leadId}`.execute(tx)
  return rows[0]?.at ?? null
}

export const touchLead = (tx: Db, businessId: string, leadId: string) =>
  sql`update leads set last_activity_at = now() where business_id = ${businessId} and id = ${leadId}`.execute(tx)
