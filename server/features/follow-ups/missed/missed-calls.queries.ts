import { sql } from 'kysely'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../../platform/db/db.ts'
import { COUNTED, readSection, type TodayFilter } from '../today/sections.queries.ts'
import {
  isInSight,
  isMissed,
  isTheirs,
  type LeadOfToday,
  leadOfToday,
  ofCampaign,
  type Sight,
} from '../today/today.sql.ts'
import { oldestCounted, oldestListed } from './missed-calls.rules.ts'

export type MissedRow = Partial<LeadOfToday> & {
  call_id: string
  caller: string
  tries: number
  first_at: string
  at: string
  snoozed_until: string | null
  is_first_time: boolean
  campaign_id: string
  name_of_campaign: string
  called: string
  label: string | null
  rang: User[]
  target: number | null
  minutes: number
  opens_at: string | null
  closes_at: string | null
}
export type MissedFilter = TodayFilter & { now: Date; isSnoozed?: boolean }

/** Whether the reader may see the missed caller `m`, whose lead is `l`. */
const isCallerInSight = ({ campaigns, own, readerId }: Sight) =>
  campaigns
    ? sql`m.campaign_id = any(${campaigns}::uuid[]) and (m.campaign_id <> all(${own}::uuid[])
        or l.assigned_to = ${readerId}::uuid or ${readerId}::uuid = any(m.rang))`
    : sql`true`

/** A snoozed caller who tried again waits again, in all campaigns in sight. The tries are read of snoozed callers alone. */
const isAsleep = (
  now: Date,
  { campaigns }: Sight,
) => sql`(m.snoozed_until is not null and m.snoozed_until > ${now.toISOString()} and not exists (
  select from missed_callers o where o.business_id = m.business_id and o.caller = m.caller
    and (${campaigns}::uuid[] is null or o.campaign_id = any(${campaigns}::uuid[]))
    and o.last_at > m.snoozed_after))`

/** Whether the caller was blocked after the call. */
const isBlocked = (now: Date) => sql`exists (select from blacklist b where b.business_id = m.business_id
  and (b.kind = 'number' and b.phone = m.caller
    or b.kind = 'prefix' and b.phone = any(array(select left(m.caller, n) from generate_series(2, length(m.caller)) n)))
  and (b.campaign_id is null or b.campaign_id = m.campaign_id)
  and (b.expires_at is null or b.expires_at > ${now.toISOString()}))`

const callersOf = (businessId: string, { sight, campaignId, now, isSnoozed = false }: Omit<MissedFilter, 'rows'>) => {
  const since = oldestListed(now).toISOString()
  const theirs =
    sight.of.kind === 'self' ? sql`(${isTheirs(sight)} or ${sight.readerId}::uuid = any(m.rang))` : isTheirs(sight)
  return sql`select (array_agg(m.call_id order by m.last_at desc))[1] as id, sum(m.tries)::int as tries,
      min(m.first_at) as first_at, max(m.last_at) as at, max(m.snoozed_until) as snoozed_until
    from missed_callers m left join leads l on l.business_id = m.business_id and l.id = m.lead_id
    where m.business_id = ${businessId} and m.last_at > ${oldestCounted(now).toISOString()}
      and (m.last_at > ${since} or m.snoozed_until > ${since})
      and ${isAsleep(now, sight)} = ${sql.lit(isSnoozed)} and not ${isBlocked(now)}
      and ${isCallerInSight(sight)} and ${theirs} ${ofCampaign(campaignId, 'm')}
      and (l.id is null or l.deleted_at is null)
      and not exists (select from follow_ups f where f.business_id = m.business_id and f.lead_id = m.lead_id
        and f.action = 'Call Back' and f.created_at > m.last_at)
    group by m.caller order by max(m.last_at) desc limit ${sql.lit(COUNTED)}`
}

/**
 * Missed callers, newest first, each once: no one has spoken with them since, and their lead has no Call Back planned or
 * done after the call.
 */
export function readMissedCallers(db: Db, businessId: string, filter: MissedFilter) {
  const { sight, rows, now } = filter
  const at = now.toISOString()
  return readSection<MissedRow>(db, {
    rows,
    found: callersOf(businessId, filter),
    page: sql`select row_number() over (order by s.at desc) as place, k.id as call_id, k.caller, s.tries, s.first_at, s.at,
        s.snoozed_until, k.is_first_time, k.campaign_id, n.name as name_of_campaign, k.called, v.label,
        (select coalesce(jsonb_agg(jsonb_build_object('_id', u.id, 'name', u.name, 'image', u.image) order by u.name), '[]')
          from users u where u.id in (select unnest(m.rang) from missed_callers m
            where m.business_id = k.business_id and m.caller = k.caller
              and (${sight.campaigns}::uuid[] is null or m.campaign_id = any(${sight.campaigns}::uuid[])))) as rang,
        n.response_target as target,
        floor(working_minutes(k.business_id, s.first_at, ${at}::timestamptz, k.campaign_id))::int as minutes,
        p.opens_at, p.closes_at, ${leadOfToday}
      from shown s join calls k on k.business_id = ${businessId} and k.id = s.id
        join campaigns n on n.business_id = k.business_id and n.id = k.campaign_id
        left join virtual_numbers v on v.business_id = k.business_id and v.id = k.number_id
        left join open_period(k.business_id, k.campaign_id, ${at}::timestamptz) p on true
        left join leads l on l.business_id = k.business_id and l.id = k.lead_id and ${isInSight(sight)}
        left join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
        left join users a on a.id = l.assigned_to`,
  })
}

type Own = { callId: string; userId: string; since: Date }
/** Whether the call is of a lead of this person, or one of the caller's tries in its campaign rang them. */
export const isOwnCaller = async (tx: Db, businessId: string, { callId, userId, since }: Own) =>
  (
    await rowsOf(
      tx,
      sql`select from calls c left join leads l on l.business_id = c.business_id and l.id = c.lead_id
        where c.business_id = ${businessId} and c.id = ${callId} and (l.assigned_to = ${userId}::uuid
          or exists (select from calls k join call_attempts t on t.business_id = k.business_id and t.call_id = k.id
            where k.business_id = c.business_id and k.caller = c.caller and k.campaign_id = c.campaign_id
              and k.started_at > ${since.toISOString()} and t.user_id = ${userId}::uuid))`,
    )
  ).length > 0

type Marking = { callId: string; returnedAt: string; userId: string }
/** Marks this missed call and earlier ones of its caller as returned. Returns their number. */
export async function markReturned(tx: Db, businessId: string, { callId, returnedAt, userId }: Marking) {
  const { numAffectedRows } = await sql`
    update calls c set returned_at = ${returnedAt}, returned_by = ${userId}::uuid
    from calls k where k.business_id = ${businessId} and k.id = ${callId} and c.business_id = k.business_id
      and c.caller = k.caller and c.started_at <= k.started_at and ${isMissed} and c.returned_at is null`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Removes the mark of this call from all that were marked with it. Returns their number. */
export async function unmarkReturned(tx: Db, businessId: string, callId: string) {
  const { numAffectedRows } = await sql`
    update calls c set returned_at = null, returned_by = null
    from calls k where k.business_id = ${businessId} and k.id = ${callId} and c.business_id = k.business_id
      and c.caller = k.caller and c.returned_at = k.returned_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

type Snoozing = { callId: string; until: string | null }
/** Snoozes the caller of this call until a time or until a later call. Returns the number of campaigns concerned. */
export async function snoozeCaller(tx: Db, businessId: string, { callId, until }: Snoozing) {
  const { numAffectedRows } = await sql`
    update missed_callers m set snoozed_until = k.until, snoozed_after = k.after
    from (select c.business_id, c.caller, ${until}::timestamptz as until,
        case when ${until}::timestamptz is not null then c.started_at end as after
      from calls c where c.business_id = ${businessId} and c.id = ${callId}) k
    where m.business_id = k.business_id and m.caller = k.caller
      and (m.snoozed_until, m.snoozed_after) is distinct from (k.until, k.after)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
