import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { Candidate, Choice } from './choosing.rules.ts'
import { openLeads } from './open-leads.sql.ts'

/**
 * Choices of a business wait for each other until the transaction ends: two leads of a moment never take the same turn, nor
 * the last place of a person's capacity.
 */
export const lockChoices = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`assignment ${businessId}`}, 0))`.execute(tx)

type Of = { campaignId: string; at: Date }
/** The people to whom leads of the campaign may be assigned. */
export async function listCandidates(db: Db, businessId: string, { campaignId, at }: Of) {
  const { rows } = await sql<Candidate>`
    select m.user_id as "userId", is_on_shift(m.business_id, m.user_id, ${at.toISOString()}) as "isOnShift",
      ${openLeads(businessId)} as open,
      k.open_max as capacity, coalesce(t.credit, 0) as credit, t.last_at as "lastAt"
    from memberships m
      left join campaign_members p on p.business_id = m.business_id and p.user_id = m.user_id and p.campaign_id = ${campaignId}
      left join lead_capacities k on k.business_id = m.business_id and k.user_id = m.user_id
      left join assignment_turns t on t.business_id = m.business_id and t.user_id = m.user_id and t.campaign_id = ${campaignId}
    where m.business_id = ${businessId} and m.suspended_at is null
      and (m.role in ('Owner', 'Admin') or p.role <> 'Reader')
    order by m.joined_at, m.user_id`.execute(db)
  return rows
}

/** People who had a lead with the phone or the e-mail of this one, or spoke with it; the last first. */
export async function listKnown(db: Db, businessId: string, leadId: string) {
  const { rows } = await sql<{ userId: string }>`
    with wanted as (select l.phone, l.email from leads l where l.business_id = ${businessId} and l.id = ${leadId}),
      same as materialized (
        select l.id from wanted w join leads l on l.business_id = ${businessId} and l.phone = w.phone and l.deleted_at is null
        union select l.id from wanted w join leads l on l.business_id = ${businessId} and l.email = w.email and l.deleted_at is null
        union select c.lead_id from wanted w join lead_contacts c on c.business_id = ${businessId} and c.value in (w.phone, w.email))
    select x.user_id as "userId" from (
      select l.assigned_to as user_id, l.last_activity_at as at from same s
        join leads l on l.business_id = ${businessId} and l.id = s.id
        where l.id <> ${leadId} and l.assigned_to is not null and l.deleted_at is null
      union all select c.answered_by, c.started_at from same s
        join calls c on c.business_id = ${businessId} and c.lead_id = s.id
        where c.answered_by is not null and not c.is_test) x
    group by x.user_id order by max(x.at) desc, x.user_id`.execute(db)
  return rows.map(({ userId }) => userId)
}

type Turn = Choice & Of
/** Notes whose turn it was. */
export const writeTurn = (tx: Db, businessId: string, { userId, credits = [], campaignId, at }: Turn) => {
  const rows = credits.some((one) => one.userId === userId) ? credits : [...credits, { userId, credit: null }]
  return sql`
    insert into assignment_turns as t (business_id, campaign_id, user_id, credit, last_at)
    select ${businessId}, ${campaignId}, r."userId", coalesce(r.credit, 0),
      case when r."userId" = ${userId} then ${at.toISOString()}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("userId" uuid, credit int)
    on conflict (business_id, campaign_id, user_id) do update set
      credit = case when ${credits.length > 0} then excluded.credit else t.credit end,
      last_at = coalesce(excluded.last_at, t.last_at)`.execute(tx)
}
