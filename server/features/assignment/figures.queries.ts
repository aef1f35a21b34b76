import { sql } from 'kysely'
import {
  type CampaignResponse,
  MEDIAN_OF_NEWEST,
  RESPONSE_CAMPAIGNS_MAX,
  RESPONSE_PEOPLE_MAX,
  type ResponseFigures,
} from '#contract/leads/assignment/assignment.ts'
import { targetStates } from '#contract/leads/responses/responses.ts'
import type { Db } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'
import { targetConditions } from '../leads/lead-fields.sql.ts'

type Asked = { scope: LeadScope; campaignId: string | undefined; from: string | undefined; to: string | undefined }
type Counts = Omit<ResponseFigures, 'median'>
export type ResponseCounts = Counts & { campaignId: string | null; userId: string | null }

/** The leads of these days with a target or an answer that the reader sees, of campaigns that were not deleted. */
const leadsOf = (businessId: string, { scope, campaignId, from, to }: Asked) => sql`leads l
  where l.business_id = ${businessId} and l.deleted_at is null
    and (l.response_due_at is not null or l.response_minutes is not null)
    and ${inScope(scope, sql.raw('l'))}
    ${campaignId ? sql`and l.campaign_id = ${campaignId}` : sql``}
    ${from ? sql`and l.created_at >= start_of(${from}::date)` : sql``}
    ${to ? sql`and l.created_at < start_of(${to}::date + 1)` : sql``}`

/** Counts of all (both ids null), by campaign, and by the person to whom the leads are assigned; read from one index. */
export async function listResponseCounts(db: Db, businessId: string, asked: Asked) {
  const counts = targetStates.map(
    (state) => sql`count(*) filter (where ${targetConditions[state]})::int as ${sql.ref(state)}`,
  )
  const { rows } = await sql<ResponseCounts>`
    select campaign_id as "campaignId", assigned_to as "userId", ${sql.join(counts)}
    from ${leadsOf(businessId, asked)}
    group by grouping sets ((), (campaign_id), (assigned_to))
    having grouping(campaign_id, assigned_to) = 3 or coalesce(campaign_id, assigned_to) is not null`.execute(db)
  return rows
}

const medianOf = (businessId: string, asked: Asked, further: ReturnType<typeof sql>) => sql`
  (select percentile_cont(0.5) within group (order by minutes)::double precision from (
    select l.response_minutes as minutes from ${leadsOf(businessId, asked)} and l.response_minutes is not null ${further}
    order by l.created_at desc limit ${sql.lit(MEDIAN_OF_NEWEST)}) newest)`

/** The median of all leads. */
export async function findMedian(db: Db, businessId: string, asked: Asked) {
  const { rows } = await sql<{ median: number | null }>`
    select ${medianOf(businessId, asked, sql``)} as median`.execute(db)
  return rows[0]?.median ?? null
}

export type ShownCampaign = Omit<CampaignResponse, keyof Counts> & { lateInAll: number }
/** The campaigns that the reader sees, with their late leads of now. `lateInAll`: also those beyond RESPONSE_CAMPAIGNS_MAX. */
export async function listResponses(db: Db, businessId: string, asked: Asked) {
  const { scope, campaignId } = asked
  const visible = scope ? sql`and c.id = any(${scope.campaigns}::uuid[])` : sql``
  const { rows } = await sql<ShownCampaign>`
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
    select s.id as "campaignId", s.name, s.target, s.late,
      ${medianOf(businessId, { ...asked, campaignId: undefined }, sql`and l.campaign_id = s.id`)} as median,
      (select coalesce(sum(total), 0)::int from late) as "lateInAll"
    from shown s order by s.late desc, s.name, s.id`.execute(db)
  return rows
}

export type ShownPerson = { userId: string; name: string; image: string | null; median: number | null }
/** Members in the order of their names, with the median of the leads that are assigned to them. */
export async function listPersonResponses(db: Db, businessId: string, asked: Asked) {
  const { rows } = await sql<ShownPerson>`
    select m.user_id as "userId", m.name, m.image,
      ${medianOf(businessId, asked, sql`and l.assigned_to = m.user_id`)} as median
    from (select m.user_id, u.name, u.image from memberships m join users u on u.id = m.user_id
      where m.business_id = ${businessId} and m.removed_at is null
      order by u.name, m.user_id limit ${sql.lit(RESPONSE_PEOPLE_MAX)}) m
    order by m.name, m.user_id`.execute(db)
  return rows
}
