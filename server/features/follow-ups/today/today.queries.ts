import { sql } from 'kysely'
import { TODAY_ROWS } from '#contract/leads/follow-ups/today.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type ClockRow, clockOfLead, lateBefore } from '../../leads/leads.sql.ts'
import { COUNTED, countOf, readSection, type TodayFilter } from './sections.queries.ts'
import {
  type FollowUpOfToday,
  isInSight,
  isTheirs,
  type LeadOfToday,
  leadOfToday,
  ofCampaign,
  type Sight,
} from './today.sql.ts'

const joins = sql`join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
  left join users a on a.id = l.assigned_to`

/** Open follow-ups due from `from` and before `until`: late ones first, then by due time, within a minute the most valuable lead first. */
export function readFollowUps(
  db: Db,
  businessId: string,
  { sight, campaignId, rows, from, until }: TodayFilter & { from?: Date; until: Date },
) {
  const { of } = sight
  const person = of.kind === 'team' ? sql`` : sql`and f.user_id = ${of.userId}`
  return readSection<FollowUpOfToday>(db, {
    rows,
    found: sql`select f.id, f.lead_id, f.due_at from follow_ups f
        join leads l on l.business_id = f.business_id and l.id = f.lead_id
      where f.business_id = ${businessId} ${person} and f.closed_at is null and f.due_at < ${until.toISOString()}
        ${from ? sql`and f.due_at >= ${from.toISOString()}` : sql``} and l.deleted_at is null and ${isInSight(sight)} ${ofCampaign(campaignId, 'l')}
      order by f.due_at, f.id limit ${sql.lit(COUNTED)}`,
    page: sql`select row_number() over (order by date_trunc('minute', f.due_at), l.value desc nulls last, f.id) as place,
        f.id, f.user_id, u.name as user_name, u.image as user_image, f.created_by, m.name as created_name,
        m.image as created_image, f.action, f.due_at,
        late_from(f.business_id, l.campaign_id, f.due_at) as late_from, f.note, f.created_at, f.closed_at, f.ending, ${leadOfToday}
      from shown s join follow_ups f on f.business_id = ${businessId} and f.id = s.id
        join leads l on l.business_id = f.business_id and l.id = f.lead_id ${joins}
        join users u on u.id = f.user_id left join users m on m.id = f.created_by`,
  })
}

export function countLate(db: Db, businessId: string, { userId, now }: { userId: string; now: Date }) {
  const at = sql`${now.toISOString()}::timestamptz`
  return countOf(
    db,
    sql`select from follow_ups f join leads l on l.business_id = f.business_id and l.id = f.lead_id
      where f.business_id = ${businessId} and f.user_id = ${userId} and f.closed_at is null
        and f.due_at < ${lateBefore(businessId, { campaign: sql`l.campaign_id`, at })} and l.deleted_at is null limit ${sql.lit(COUNTED)}`,
  )
}

type Ended = { sight: Sight; since: Date; now: Date }
/** Meetings of the reader that are over and ask what became of them; of campaigns whose meetings they may change. */
export const countEndedMeetings = (db: Db, businessId: string, { sight, since, now }: Ended) =>
  countOf(
    db,
    sql`select from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where m.business_id = ${businessId} and m.participants @> array[${sight.readerId}::uuid]
        and m.starts_at >= ${since.toISOString()} and m.starts_at < ${now.toISOString()} and m.ends_at <= ${now.toISOString()}
        and m.status <> 'Meeting Canceled' and m.outcome is null and l.deleted_at is null and ${isInSight(sight)}
      limit ${sql.lit(COUNTED)}`,
  )

type Since = TodayFilter & { since: Date; now: Date }
export type WaitingOfToday = LeadOfToday & ClockRow & { at: string; message: string | null; has_clock: boolean }
/**
 * Open leads of the last days without a response and without a follow-up: least time left first, then longest waiting. Missed callers are
 * excluded, because they have their own section.
 */
export function readWaitingLeads(db: Db, businessId: string, { sight, campaignId, rows, since, now }: Since) {
  const at = sql`${now.toISOString()}::timestamptz`
  return readSection<WaitingOfToday>(db, {
    rows,
    found: sql`select l.id, l.created_at, l.response_due_at from leads l
      where l.business_id = ${businessId} and l.deleted_at is null and l.first_response_at is null
        and l.created_at > ${since.toISOString()} and l.erased_at is null and l.source <> 'call'
        and ${isInSight(sight)} and ${isTheirs(sight)} ${ofCampaign(campaignId, 'l')}
        and not exists (select from follow_ups f where f.business_id = l.business_id and f.lead_id = l.id
          and f.closed_at is null)
        and (select s.type from lead_statuses s where s.business_id = l.business_id and s.id = l.status_id)
          in ('Open', 'Ongoing')
      order by l.response_due_at nulls last, l.created_at, l.id limit ${sql.lit(COUNTED)}`,
    page: sql`select row_number() over (order by l.response_due_at nulls last, l.created_at, l.id) as place,
        l.created_at as at, l.has_response_clock as has_clock, e.message, ${clockOfLead(at)}, ${leadOfToday}
      from shown s join leads l on l.business_id = ${businessId} and l.id = s.id ${joins}
        left join open_period(l.business_id, l.campaign_id, ${at}) p on true
        left join lateral (select q.message from lead_enquiries q
          where q.business_id = l.business_id and q.lead_id = l.id order by q.at desc limit 1) e on true`,
  })
}

/** All sections are counted as far as TODAY_COUNT_MAX, and show TODAY_ROWS. */
export const SHOWN = TODAY_ROWS
