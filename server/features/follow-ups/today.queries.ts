import { type RawBuilder, sql } from 'kysely'
import { TODAY_COUNT_MAX, TODAY_ROWS } from '#contract/leads/follow-ups/today.ts'
import type { Db } from '../../platform/db/db.ts'
import { lateBefore } from '../leads/leads.sql.ts'
import {
  type FollowUpOfToday,
  isCallInSight,
  isInSight,
  isMissed,
  isTheirs,
  type LeadOfToday,
  leadOfToday,
  rang,
  type Sight,
} from './today.sql.ts'

type Sql = RawBuilder<unknown>
/** `campaignId`: of this campaign alone. `rows`: 0 only counts. */
export type TodayFilter = { sight: Sight; campaignId: string | undefined; rows: number }
type Found<R> = { rows: R[]; total: number }

/** Maximum number of rows that are counted: one more than TODAY_COUNT_MAX, which shows that there are more. */
const COUNTED = TODAY_COUNT_MAX + 1
const ofCampaign = (campaignId: string | undefined, lead: string) =>
  campaignId ? sql`and ${sql.raw(lead)}.campaign_id = ${campaignId}` : sql``

async function countOf(db: Db, found: Sql) {
  const { rows } = await sql<{ total: number }>`select count(*)::int as total from (${found}) found`.execute(db)
  return rows[0]?.total ?? 0
}

/** Runs one statement for a section: `found` are its rows in order, `page` reads those that are shown. */
async function readSection<R>(db: Db, { found, page, rows }: { found: Sql; page: Sql; rows: number }) {
  if (rows === 0) return { rows: [], total: await countOf(db, found) } satisfies Found<R>
  const { rows: read } = await sql<{ total: number; page: R[] }>`
    with found as materialized (${found}), shown as materialized (select * from found limit ${rows})
    select (select count(*)::int from found) as total,
      coalesce((select jsonb_agg(to_jsonb(p) order by p.place) from (${page}) p), '[]') as page`.execute(db)
  return { rows: read[0]?.page ?? [], total: read[0]?.total ?? 0 } satisfies Found<R>
}

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

export type MissedOfToday = Partial<LeadOfToday> & {
  call_id: string
  caller: string
  tries: number
  at: string
  is_first_time: boolean
  campaign_id: string | null
  name_of_campaign: string | null
}
type Since = TodayFilter & { since: Date }
/**
 * Missed callers, newest first: no one has spoken with them since on any number of the business, and their lead has no
 * Call Back planned or done after the call.
 */
export function readMissedCallers(db: Db, businessId: string, { sight, campaignId, rows, since }: Since) {
  const theirs = sight.of.kind === 'self' ? sql`(${isTheirs(sight)} or ${rang(sight)})` : isTheirs(sight)
  return readSection<MissedOfToday>(db, {
    rows,
    found: sql`select (array_agg(c.id order by c.started_at desc))[1] as id, count(*)::int as tries, max(c.started_at) as at
      from calls c left join leads l on l.business_id = c.business_id and l.id = c.lead_id
      where c.business_id = ${businessId} and ${isMissed} and c.returned_at is null
        and c.started_at > ${since.toISOString()} and ${isCallInSight(sight)} and ${theirs} ${ofCampaign(campaignId, 'c')}
        and (l.id is null or l.deleted_at is null)
        and not exists (select from calls b where b.business_id = c.business_id and b.caller = c.caller
          and b.status = 'Answered' and b.started_at > c.started_at)
        and not exists (select from calls b where b.business_id = c.business_id and b.lead_id = c.lead_id
          and b.status = 'Answered' and b.started_at > c.started_at)
        and not exists (select from follow_ups f where f.business_id = c.business_id and f.lead_id = c.lead_id
          and f.action = 'Call Back' and f.created_at > c.started_at)
      group by c.caller order by max(c.started_at) desc limit ${sql.lit(COUNTED)}`,
    page: sql`select row_number() over (order by s.at desc) as place, k.id as call_id, k.caller, s.tries, s.at,
        k.is_first_time, k.campaign_id, n.name as name_of_campaign, ${leadOfToday}
      from shown s join calls k on k.business_id = ${businessId} and k.id = s.id
        left join campaigns n on n.business_id = k.business_id and n.id = k.campaign_id
        left join leads l on l.business_id = k.business_id and l.id = k.lead_id and ${isInSight(sight)}
        left join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
        left join users a on a.id = l.assigned_to`,
  })
}

export type WaitingOfToday = LeadOfToday & { at: string; message: string | null }
/**
 * Open leads of the last days without a response and without a follow-up, longest waiting first. Missed callers are
 * excluded, because they have their own section.
 */
export function readWaitingLeads(db: Db, businessId: string, { sight, campaignId, rows, since }: Since) {
  return readSection<WaitingOfToday>(db, {
    rows,
    found: sql`select l.id, l.created_at from leads l
      where l.business_id = ${businessId} and l.deleted_at is null and l.first_response_at is null
        and l.created_at > ${since.toISOString()} and l.erased_at is null and l.source <> 'call'
        and ${isInSight(sight)} and ${isTheirs(sight)} ${ofCampaign(campaignId, 'l')}
        and not exists (select from follow_ups f where f.business_id = l.business_id and f.lead_id = l.id
          and f.closed_at is null)
        and (select s.type from lead_statuses s where s.business_id = l.business_id and s.id = l.status_id)
          in ('Open', 'Ongoing')
      order by l.created_at, l.id limit ${sql.lit(COUNTED)}`,
    page: sql`select row_number() over (order by l.created_at, l.id) as place, l.created_at as at, e.message, ${leadOfToday}
      from shown s join leads l on l.business_id = ${businessId} and l.id = s.id ${joins}
        left join lateral (select q.message from lead_enquiries q
          where q.business_id = l.business_id and q.lead_id = l.id order by q.at desc limit 1) e on true`,
  })
}

/** All sections are counted as far as TODAY_COUNT_MAX, and show TODAY_ROWS. */
export const SHOWN = TODAY_ROWS

type Marking = { callId: string; returnedAt: string | null; userId: string }
/** Marks this missed call and earlier ones of its caller as returned, or removes the mark. */
export const markReturned = (tx: Db, businessId: string, { callId, returnedAt, userId }: Marking) =>
  sql`update calls c set returned_at = ${returnedAt}, returned_by = ${returnedAt && userId}::uuid
    from calls k where k.business_id = ${businessId} and k.id = ${callId} and c.business_id = k.business_id
      and c.caller = k.caller and c.started_at <= k.started_at and ${isMissed}
      and (c.returned_at is null) = ${returnedAt !== null}`.execute(tx)
