import { type RawBuilder, sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Meeting, MeetingKind, MeetingNotice, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import type { MeetingOutcome, MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import type { BusyTime } from '#contract/leads/meetings/meetings.ts'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'
import type { LeadScope } from '../access/access.rules.ts'
import { inScope } from '../access/lead-scope.sql.ts'

/** Columns as the table has them. */
type MeetingColumns = {
  lead_id: string
  kind: MeetingKind
  title: string
  starts_at: string
  ends_at: string
  place: string
  link: string | null
  message: string
  guest_name: string
  guest_phone: string | null
  guest_email: string | null
  guest_language: Language
  offers: string[]
  status: MeetingStatus
  cancelled_by: 'guest' | 'staff' | null
  status_before: MeetingStatus | null
  outcome: MeetingOutcome | null
  guest_words: string | null
  opened_at: string | null
  answered_at: string | null
  version: number
  sequence: number
  reminders: NoticeChannel[]
  /** The page on which the guest booked it, and what they answered there. */
  booking_page_id: string | null
  answers: Meeting['answers'] | null
}
export type StoredMeeting = MeetingColumns & { participants: string[]; is_over: boolean }
/** A meeting with what is known of its lead, its people and its notices. */
export type MeetingRow = MeetingColumns & {
  id: string
  lead_name: string
  campaign_id: string
  campaign_name: string
  assigned_to: string | null
  participant_ids: string[]
  participants: Meeting['participants']
  created_at: string
  created_by: Meeting['createdBy']
  notices: Meeting['notices']
}

type BareRow = Omit<MeetingRow, 'participants' | 'created_by' | 'notices'> & { author_id: string | null }
// Arrays come as JSON, which is read three times as fast.
const meetings = sql`select m.id, m.lead_id, l.name as lead_name, l.campaign_id, c.name as campaign_name, l.assigned_to, m.kind,
    m.title, m.starts_at, m.ends_at, m.place, m.link, m.message, m.guest_name, m.guest_phone, m.guest_email, m.guest_language,
    to_jsonb(m.participants) as participant_ids, to_jsonb(m.offers) as offers, m.status, m.cancelled_by, m.status_before, m.outcome,
    m.guest_words, m.opened_at, m.answered_at, m.version, m.sequence, to_jsonb(m.reminders) as reminders, m.booking_page_id,
    m.answers, m.created_at, m.created_by as author_id
  from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id and l.deleted_at is null
    join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id`

/** Adds people and notices, read once for all rows: a week of hundreds would read them hundreds of times. */
async function completed(db: Db, businessId: string, rows: readonly BareRow[]): Promise<MeetingRow[]> {
  if (!rows.length) return []
  const ids = rows.map(({ id }) => id)
  const userIds = [
    ...new Set(
      rows.flatMap(({ participant_ids, author_id }) => [...participant_ids, ...(author_id ? [author_id] : [])]),
    ),
  ]
  const [users, notices] = await Promise.all([
    rowsOf<User>(db, sql`select id as "_id", name, image from users where id = any(${userIds}::uuid[])`),
    rowsOf<MeetingNotice & { meetingId: string }>(
      db,
      sql`select meeting_id as "meetingId", kind, channel, state, due_at as at from meeting_notices
        where business_id = ${businessId} and meeting_id = any(${ids}::uuid[]) order by due_at, id`,
    ),
  ])
  const userOf = new Map(users.map((user) => [user._id, user]))
  const noticesOf = Map.groupBy(notices, ({ meetingId }) => meetingId)
  return rows.map(({ author_id, ...row }) => ({
    ...row,
    participants: row.participant_ids.flatMap((id) => userOf.get(id) ?? []),
    created_by: (author_id && userOf.get(author_id)) || null,
    notices: (noticesOf.get(row.id) ?? []).map(({ meetingId: _, ...notice }) => notice),
  }))
}

/** A meeting of a lead that is not in the trash. */
export async function findMeeting(db: Db, businessId: string, id: string, scope: LeadScope = null) {
  const rows = await rowsOf<BareRow>(
    db,
    sql`${meetings} where m.business_id = ${businessId} and m.id = ${id} and ${inScope(scope, sql.raw('l'))}`,
  )
  return (await completed(db, businessId, rows))[0]
}

/**
 * Serializes the changes of a meeting until the transaction ends. Every transaction locks in this order: a business's
 * choices of guests, leads, their meetings, notices and links.
 */
export const lockMeeting = (tx: Db, businessId: string, id: string) =>
  sql`select from meetings where business_id = ${businessId} and id = ${id} for update`.execute(tx)

/** Of two guests who choose the same time, the second sees the first one's choice. */
export const lockChoices = (tx: Db, businessId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${businessId}::text || ' meetings', 0))`.execute(tx)

/** Which meetings a reader sees: in their scope those in which they take part, which they made, or of these campaigns. */
export type MeetingSight = { scope: LeadScope; userId: string; team: readonly string[] | null }
const isSeen = ({ scope, userId, team }: MeetingSight): RawBuilder<unknown> => {
  const own = sql`m.participants @> array[${userId}::uuid] or m.created_by = ${userId}::uuid`
  const ofTeam = team === null ? sql`true` : sql`l.campaign_id = any(${team}::uuid[])`
  return sql`(${inScope(scope, sql.raw('l'))} and (${ofTeam} or ${own}))`
}

type Asked = {
  /** Absent: of all time. */
  from?: string | undefined
  to?: string | undefined
  userId?: string | undefined
  campaignId?: string | undefined
  status?: readonly string[] | undefined
  outcome?: readonly string[] | undefined
  kind?: readonly string[] | undefined
}
const within = ({ from, to, userId }: Asked) => sql`${from ? sql`m.starts_at >= ${from}` : sql`true`}
  ${to ? sql`and m.starts_at < ${to}` : sql``}
  ${userId ? sql`and m.participants @> array[${userId}::uuid]` : sql``}`

export async function listMeetings(
  db: Db,
  businessId: string,
  { sight, limit, ...asked }: Asked & { sight: MeetingSight; limit: number },
) {
  const rows = await rowsOf<BareRow>(
    db,
    sql`${meetings} where m.business_id = ${businessId} and ${isListed(sight, asked)}
    order by m.starts_at, m.id limit ${limit}`,
  )
  return completed(db, businessId, rows)
}

const isListed = (sight: MeetingSight, { campaignId, status, outcome, kind, ...asked }: Asked) =>
  sql`${within(asked)} and ${isSeen(sight)}
    ${campaignId ? sql`and l.campaign_id = ${campaignId}` : sql``}
    ${status ? sql`and m.status = any(${status}::text[])` : sql``}
    ${outcome ? sql`and coalesce(m.outcome, 'none') = any(${outcome}::text[])` : sql``}
    ${kind ? sql`and m.kind = any(${kind}::text[])` : sql``}`

const meetingsWithLeads = sql`meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id and l.deleted_at is null`

export async function countListed(db: Db, businessId: string, { sight, ...asked }: Asked & { sight: MeetingSight }) {
  const [row] = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from ${meetingsWithLeads}
      where m.business_id = ${businessId} and ${isListed(sight, asked)}`,
  )
  return row?.total ?? 0
}

export type MeetingCounts = { set: number; confirmed: number; held: number; noShow: number }
/** Counts of those that were not called off, with the beginnings of the first and the last. */
export async function countByState(db: Db, businessId: string, { sight, ...asked }: Asked & { sight: MeetingSight }) {
  const [row] = await rowsOf<MeetingCounts & { first: string | null; last: string | null }>(
    db,
    sql`select count(*)::int as set, count(*) filter (where m.status = 'Meeting Confirmed')::int as confirmed,
        count(*) filter (where m.outcome = 'held')::int as held,
        count(*) filter (where m.outcome = 'no_show')::int as "noShow",
        min(m.starts_at) as first, max(m.starts_at) as last
      from ${meetingsWithLeads}
      where m.business_id = ${businessId} and m.status <> 'Meeting Canceled' and ${isListed(sight, asked)}`,
  )
  return row as NonNullable<typeof row>
}

/** Times of a colleague's meetings that the reader does not see. */
export const listBusy = (db: Db, businessId: string, { sight, ...asked }: Asked & { sight: MeetingSight }) =>
  rowsOf<BusyTime>(
    db,
    sql`select ${asked.userId}::uuid as "userId", m.starts_at as "startsAt", m.ends_at as "endsAt"
      from ${meetingsWithLeads}
      where m.business_id = ${businessId} and ${within(asked)} and m.status <> 'Meeting Canceled' and not ${isSeen(sight)}
      order by m.starts_at, m.id limit 1000`,
  )

export async function listOfLead(db: Db, businessId: string, leadId: string) {
  const rows = await rowsOf<BareRow>(
    db,
    sql`${meetings} where m.business_id = ${businessId} and m.lead_id = ${leadId} order by m.starts_at desc, m.id limit 200`,
  )
  return completed(db, businessId, rows)
}

type OfFeed = { userId: string; scope: LeadScope; from: string }
/** A person's meetings that end after `from`, cancelled ones included, in their order. */
export async function listForFeed(db: Db, businessId: string, { userId, scope, from }: OfFeed) {
  const rows = await rowsOf<BareRow>(
    db,
    sql`${meetings} where m.business_id = ${businessId} and m.participants @> array[${userId}::uuid] and m.ends_at > ${from}
      and l.erased_at is null and ${inScope(scope, sql.raw('l'))} order by m.starts_at, m.id limit 1000`,
  )
  return completed(db, businessId, rows)
}

export async function countComing(db: Db, businessId: string, leadId: string, now: Date) {
  const rows = await rowsOf<{ total: number }>(
    db,
    sql`select count(*)::int as total from meetings where business_id = ${businessId} and lead_id = ${leadId}
      and ends_at > ${now.toISOString()} and status <> 'Meeting Canceled'`,
  )
  return rows[0]?.total ?? 0
}

type Stretch = { userIds: readonly string[]; startsAt: string; endsAt: string; except?: string | undefined }
/** Which of these people have another meeting at this time. */
export async function listClashing(db: Db, businessId: string, { userIds, startsAt, endsAt, except }: Stretch) {
  if (!userIds.length) return []
  const rows = await rowsOf<{ id: string }>(
    db,
    sql`select distinct p.id from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id
        and l.deleted_at is null, unnest(m.participants) p(id)
      where m.business_id = ${businessId} and m.participants && ${userIds}::uuid[] and p.id = any(${userIds}::uuid[])
        and m.starts_at < ${endsAt} and m.ends_at > ${startsAt} and m.starts_at > ${startsAt}::timestamptz - interval '1 day'
        and m.status <> 'Meeting Canceled' and m.id <> all(${except ? [except] : []}::uuid[])`,
  )
  return rows.map(({ id }) => id)
}

export const insertMeeting = (
  tx: Db,
  businessId: string,
  row: Pick<
    StoredMeeting,
    'lead_id' | 'kind' | 'title' | 'starts_at' | 'ends_at' | 'guest_name' | 'guest_language' | 'status'
  > &
    Partial<Omit<StoredMeeting, 'answers'>> & {
      id: string
      created_by: string | null
      created_at: string
      answers?: string | null
    },
) =>
  tx
    .insertInto('meetings')
    .values({ business_id: businessId, ...row })
    .execute()

export const updateMeeting = (tx: Db, businessId: string, id: string, patch: Partial<StoredMeeting>) =>
  tx.updateTable('meetings').set(patch).where('business_id', '=', businessId).where('id', '=', id).execute()

type StatusRow = { id: string; leadId: string; status: MeetingStatus; startsAt: string; endsAt: string }
export const listStatuses = (tx: Db, businessId: string, leadIds: readonly string[]) =>
  rowsOf<StatusRow>(
    tx,
    sql`select id, lead_id as "leadId", status, starts_at as "startsAt", ends_at as "endsAt" from meetings
      where business_id = ${businessId} and lead_id = any(${leadIds}::uuid[])`,
  )
