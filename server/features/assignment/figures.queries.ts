import { sql } from 'kysely'
import {
  type CampaignResponse,
  MEDIAN_OF_NEWEST,
  type PersonResponse,
  RESPONSE_CAMPAIGNS_MAX,
  RESPONSE_PEOPLE_MAX,
} from '#contract/leads/assignment/assignment.ts'
import type { Db } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'

type Asked = { scope: LeadScope; campaignId: string | undefined; from: string | undefined; to: string | undefined }
const daysOf = ({ from, to }: Pick<Asked, 'from' | 'to'>) =>
  sql`${from ? sql`and l.created_at >= start_of(${from}::date)` : sql``}
    ${to ? sql`and l.created_at < start_of(${to}::date + 1)` : sql``}`

/**
 * Late leads now, and how fast leads of these days were answered, of the campaigns that the reader sees. `lateInAll`: also
 * those of campaigns beyond RESPONSE_CAMPAIGNS_MAX.
 */
export async function listResponses(db: Db, businessId: string, { scope, campaignId, from, to }: Asked) {
  const visible = scope ? sql`and c.id = any(${scope.campaigns}::uuid[])` : sql``
  const days = daysOf({ from, to })
  const { rows } = await sql<CampaignResponse & { lateInAll: number }>`
    with late as materialized (
      select l.campaign_id, count(*)::int as total from leads l
        join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id and c.deleted_at is null
      where l.business_id = ${businessId} and l.deleted_at is null and l.first_response_at is null
        and l.response_due_at < now() and ${inScope(scope, sql.raw('l'))} ${visible}
        ${campaignId ? sql`and l.campaign_id = ${campaignId}` : sql``} group by l.campaign_id),
      shown as materialized (
        select c.id, c.name, c.response_target as target, coalesce(t.total, 0) as late from campaigns c
          left join late t on t.campaign_id = c.id
        where c.business_id = ${businessId} and c.deleted_at is null ${visible}
          ${campaignId ? sql`and c.id = ${campaignId}` : sql``}
        order by coalesce(t.total, 0) desc, c.created_at desc, c.id limit ${sql.lit(RESPONSE_CAMPAIGNS_MAX)})
    select s.id as "campaignId", s.name, s.target, s.late, a.median, a.answered, a.in_time as "inTime",
      (select coalesce(sum(total), 0)::int from late) as "lateInAll" from shown s
      cross join lateral (
        select percentile_cont(0.5) within group (order by n.minutes)::double precision as median, count(*)::int as answered,
          count(*) filter (where n.minutes <= s.target)::int as in_time
        from (select l.response_minutes as minutes from leads l
          where l.business_id = ${businessId} and l.campaign_id = s.id and l.deleted_at is null
            and l.response_minutes is not null and ${inScope(scope, sql.raw('l'))} ${days}
          order by l.created_at desc, l.id desc limit ${sql.lit(MEDIAN_OF_NEWEST)}) n) a
    order by s.late desc, a.answered desc, s.name, s.id`.execute(db)
  return rows
}

/** How fast the leads of these days that are assigned to each member were answered, as far as the reader sees them. */
export async function listPersonResponses(db: Db, businessId: string, { scope, campaignId, ...days }: Asked) {
  const { rows } = await sql<PersonResponse>`
    select m.user_id as "userId", a.median from (
      select m.user_id from memberships m join users u on u.id = m.user_id
      where m.business_id = ${businessId} and m.removed_at is null
      order by u.name, m.user_id limit ${sql.lit(RESPONSE_PEOPLE_MAX)}) m
    cross join lateral (
      select percentile_cont(0.5) within group (order by n.minutes)::double precision as median
      from (select l.response_minutes as minutes from leads l
        where l.business_id = ${businessId} and l.assigned_to = m.user_id and l.deleted_at is null
          and l.response_minutes is not null and ${inScope(scope, sql.raw('l'))}
          ${campaignId ? sql`and l.campaign_id = ${campaignId}` : sql``} ${daysOf(days)}
        order by l.created_at desc, l.id desc limit ${sql.lit(MEDIAN_OF_NEWEST)}) n) a
    where a.median is not null`.execute(db)
  return rows
}
