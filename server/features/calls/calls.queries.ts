import { sql } from 'kysely'
import type { CallReason, RecordingOfCall } from '#contract/calls/calls.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { comparisonOf, directionOf, type SourcePage, timeOfPlace } from '../leads/history/history.rules.ts'
import type { CallerScreen, Screened } from '../numbers/routing.rules.ts'
import { uncountedCalls } from './call-totals.sql.ts'
import { type CallRow, callRows } from './calls.presenter.ts'

export async function countKnownCampaigns(db: Db, businessId: string, ids: readonly string[]) {
  const { known } = await db
    .selectFrom('campaigns')
    .select((eb) => eb.fn.countAll<number>().as('known'))
    .where('business_id', '=', businessId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return known
}

type VisibleCall = { id: string; sight: LeadScope }
export async function findVisibleCall(db: Db, businessId: string, { id, sight }: VisibleCall) {
  const { columns, joined } = callRows(sight)
  const { rows } = await sql<CallRow & { reason: CallReason | null; forwarded_from: string | null }>`
    select ${columns}, c.reason, c.forwarded_from from calls c ${joined} where c.business_id = ${businessId} and c.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

type Refusal = Omit<Screened, 'campaignId'> & { campaignId: string | null; screenCaller: CallerScreen | undefined }
/** Whether this caller would be refused in this campaign. */
export async function isRefused(db: Db, businessId: string, { screenCaller, campaignId, ...call }: Refusal) {
  if (!screenCaller) return false
  return (await rowsOf(db, screenCaller(businessId, { ...call, campaignId: sql`${campaignId}::uuid` }))).length > 0
}

type OfLead = { leadId: string; sight: LeadScope; limit: number }
/** A lead's calls, newest first. */
export async function listCallsOfLead(db: Db, businessId: string, { leadId, sight, limit }: OfLead) {
  const { columns, joined } = callRows(sight)
  const { rows } = await sql<CallRow>`
    select ${columns} from (select * from calls where business_id = ${businessId} and lead_id = ${leadId}
      order by started_at desc, id desc limit ${sql.lit(limit)}) c ${joined}
    order by c.started_at desc, c.id desc`.execute(db)
  return rows
}

/** A call's start and the random part of its id, in the format and sort order of event ids. */
const place = sql`(lpad(to_hex(floor(extract(epoch from started_at) * 1000)::bigint), 12, '0')
  || substr(replace(id::text, '-', ''), 13))::uuid`

type InHistory = SourcePage & { sight: LeadScope }
/** A lead's calls on one side of a place in its history, the nearest first. */
export async function listCallsInHistory(db: Db, businessId: string, { sight, ...page }: InHistory) {
  const { leadId, side, from, limit } = page
  const { columns, joined } = callRows(sight)
  const [comparison, direction] = [sql.raw(comparisonOf(page)), sql.raw(directionOf(page))]
  // The time lets the index find the place; what it rounds off is compared by the place itself.
  const nearby =
    from &&
    (side === 'older'
      ? sql`started_at < to_timestamp(${timeOfPlace(from) + 1}::float8 / 1000)`
      : sql`started_at >= to_timestamp(${timeOfPlace(from)}::float8 / 1000)`)
  const beyond = nearby ? sql`and ${nearby} and ${place} ${comparison} ${from}::uuid` : sql``
  const { rows } = await sql<CallRow & { place: string; mergedFrom: string | null }>`
    select ${columns}, c.place, c.merged_from as "mergedFrom" from (select *, ${place} as place from calls
      where business_id = ${businessId} and lead_id = ${leadId} ${beyond}
      order by started_at ${direction}, place ${direction} limit ${limit}) c ${joined}
    order by c.place ${direction}`.execute(db)
  return rows
}

type OfLeads = { leadIds: readonly string[]; sight: LeadScope }
/** The last call of each lead, except of leads that the reader may not read. */
export async function listLastCallsOfLeads(db: Db, businessId: string, { leadIds, sight }: OfLeads) {
  const { columns, joined } = callRows(sight)
  const { rows } = await sql<CallRow>`
    select ${columns} from unnest(${leadIds}::uuid[]) wanted (id)
    cross join lateral (select * from calls where business_id = ${businessId} and lead_id = wanted.id
      order by started_at desc, id desc limit 1) c ${joined}
    where l.id is not null`.execute(db)
  return rows
}

/** The phones that rang, in the order of the ring list. */
export const listRungPhones = (db: Db, businessId: string, callId: string) =>
  db
    .selectFrom('call_attempts as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select([
      'a.step',
      'a.kind',
      'a.transfer',
      'a.phone',
      'a.outcome',
      'a.bridged',
      'a.user_id as userId',
      'u.name',
      'u.image',
    ])
    .select(['a.started_at as startedAt', 'a.ringing_at as ringingAt'])
    .select(['a.answered_at as answeredAt', 'a.ended_at as endedAt'])
    .where('a.business_id', '=', businessId)
    .where('a.call_id', '=', callId)
    .orderBy('a.step')
    .orderBy('a.place')
    .execute()

/** The recordings of a call in the order of its talks. */
export const listRecordingsOf = (db: Db, businessId: string, callId: string) =>
  db
    .selectFrom('recordings')
    .select(['id as _id', 'kind', 'state', 'seconds', 'channels', 'purged_at as purgedAt'])
    .$narrowType<Pick<RecordingOfCall, 'kind' | 'state'>>()
    .where('business_id', '=', businessId)
    .where('call_id', '=', callId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

/** Whether any call to the business, a test call too, has ever been answered. */
export const hasAnsweredCall = async (db: Db, businessId: string) =>
  (await db
    .selectFrom('calls')
    .select('id')
    .where('business_id', '=', businessId)
    .where(({ eb, or }) => or([eb('direction', '=', 'inbound'), eb('is_test', '=', true)]))
    .where('answered_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

type CampaignCount = { campaignId: string; status: string | null; total: number }
/** Incoming calls of all time by campaign and status; null: ongoing. */
export async function countCallsOfCampaigns(db: Db, businessId: string, campaigns: readonly string[]) {
  const { rows } = await sql<CampaignCount>`
    select campaign_id as "campaignId", status, sum(total)::bigint as total from (
      select campaign_id::text as campaign_id, key as status, case facet when 'made' then -total else total end as total
        from call_counts
        where business_id = ${businessId} and campaign_id = any(${campaigns}::uuid[]) and facet in ('status', 'made')
      union all
      select campaign_id, status, total from ${uncountedCalls(businessId, { campaigns })} u
        where direction = 'inbound') counted
    group by 1, 2`.execute(db)
  return rows
}

/** Stores the provider's id, unless a report brought it before. */
export const nameCall = (db: Db, businessId: string, { id, sid }: { id: string; sid: string }) =>
  db
    .updateTable('calls')
    .set({ provider_sid: sid })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('provider_sid', '=', id)
    .execute()

type UsageSpan = { from: Date; to: Date }
type UsageRow = { day: string; campaignId: string | null; amount: number }

const ofUsageSpan = (businessId: string, { from, to }: UsageSpan) => sql`k.business_id = ${businessId} and not k.is_test
  and not k.is_logged and k.started_at >= ${from.toISOString()} and k.started_at < ${to.toISOString()}`
const usageDay = sql`(k.started_at at time zone 'Asia/Jerusalem')::date::text`

/** Minutes of calls that came in, from the answer to the end; each call counts in whole minutes, rounded up. */
export const countMinutesIn = (db: Db, businessId: string, span: UsageSpan) =>
  rowsOf<UsageRow>(
    db,
    sql`select ${usageDay} as day, k.campaign_id as "campaignId", sum(ceil(k.talk_s / 60.0))::int as amount
      from calls k where ${ofUsageSpan(businessId, span)} and k.direction = 'inbound' and k.talk_s > 0 group by 1, 2`,
  )

/** Minutes of legs to outside phones, from the answer to the end; each leg counts in whole minutes, rounded up. */
export const countMinutesOut = (db: Db, businessId: string, span: UsageSpan) =>
  rowsOf<UsageRow>(
    db,
    sql`select ${usageDay} as day, k.campaign_id as "campaignId",
        sum(ceil(extract(epoch from a.ended_at - a.answered_at) / 60))::int as amount
      from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
      where ${ofUsageSpan(businessId, span)} and a.kind = 'phone' and a.ended_at > a.answered_at group by 1, 2`,
  )
