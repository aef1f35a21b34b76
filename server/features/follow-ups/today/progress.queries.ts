import { sql } from 'kysely'
import type { FollowUpAction } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { DONE_ROWS, TODAY_COUNT_MAX } from '#contract/leads/follow-ups/today.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isCallInSight, isInSight, type LeadOfToday, leadOfToday, type Sight } from './today.sql.ts'

export type DoneRow = Partial<LeadOfToday> & {
  kind: 'followUp' | 'missedCall'
  at: string
  action: FollowUpAction | null
  user_id: string
  user_name: string
  user_image: string | null
  caller: string | null
  call_id: string | null
  can_undo: boolean
}
type Filter = { sight: Sight; campaignId: string | undefined; since: Date }

/** Follow-ups that were closed, other than by a merge, and missed callers that were marked as returned. */
export async function readDone(db: Db, businessId: string, { sight, campaignId, since }: Filter) {
  const { of } = sight
  const by = (column: string) => (of.kind === 'team' ? sql`` : sql`and ${sql.raw(column)} = ${of.userId}::uuid`)
  const ofCampaign = (table: string) => (campaignId ? sql`and ${sql.raw(table)}.campaign_id = ${campaignId}` : sql``)
  const { rows } = await sql<{ total: number; page: DoneRow[] }>`
    with found as materialized (
      select 'followUp' as kind, f.id, f.closed_at as at from follow_ups f
        join leads l on l.business_id = f.business_id and l.id = f.lead_id
      where f.business_id = ${businessId} and f.closed_at >= ${since.toISOString()} and f.ending <> 'merged'
        ${by('f.user_id')} and l.deleted_at is null and ${isInSight(sight)} ${ofCampaign('l')}
      union all
      select 'missedCall', (array_agg(c.id order by c.started_at desc))[1], c.returned_at from calls c
        left join leads l on l.business_id = c.business_id and l.id = c.lead_id
      where c.business_id = ${businessId} and c.returned_at >= ${since.toISOString()} ${by('c.returned_by')}
        and (l.id is null or l.deleted_at is null) and ${isCallInSight(sight)} ${ofCampaign('c')}
      group by c.caller, c.returned_at
      order by at desc, id desc limit ${sql.lit(TODAY_COUNT_MAX + 1)}),
    shown as (select * from found order by at desc, id desc limit ${sql.lit(DONE_ROWS)}),
    page as (
      select s.kind, s.at, s.id, f.action, f.user_id, f.lead_id as of_lead, null as caller, null::uuid as call_id,
        f.ending = 'done' and not exists (select from follow_ups o where o.business_id = f.business_id
          and o.lead_id = f.lead_id and o.user_id = f.user_id and o.id <> f.id
          and (o.closed_at is null or (o.closed_at, o.id) > (f.closed_at, f.id))) as can_undo
      from shown s join follow_ups f on s.kind = 'followUp' and f.business_id = ${businessId} and f.id = s.id
      union all
      select s.kind, s.at, s.id, null, k.returned_by, k.lead_id, k.caller, k.id, true
      from shown s join calls k on s.kind = 'missedCall' and k.business_id = ${businessId} and k.id = s.id)
    select (select count(*)::int from found) as total, coalesce((
      select jsonb_agg(to_jsonb(p) order by p.at desc, p.id desc) from (
        select page.*, u.name as user_name, u.image as user_image, ${leadOfToday}
        from page join users u on u.id = page.user_id
          left join leads l on l.business_id = ${businessId} and l.id = page.of_lead and ${isInSight(sight)}
          left join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
          left join users a on a.id = l.assigned_to) p), '[]') as page`.execute(db)
  return { total: rows[0]?.total ?? 0, rows: rows[0]?.page ?? [] }
}
