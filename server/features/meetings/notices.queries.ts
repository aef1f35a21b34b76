import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { MeetingKind, NoticeChannel, NoticeKind } from '#contract/leads/meetings/meeting-shapes.ts'
import type { MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

export type NewNotice = {
  id: string
  meeting_id: string
  kind: NoticeKind
  channel: NoticeChannel
  due_at: string
  minutes_before: number | null
  created_by: string | null
  created_at: string
}
export async function insertNotices(tx: Db, businessId: string, rows: readonly NewNotice[]) {
  if (!rows.length) return
  await tx
    .insertInto('meeting_notices')
    .values(rows.map((row) => ({ business_id: businessId, ...row })))
    .execute()
}

/** What waits says something that no longer holds. */
export const dropWaiting = (tx: Db, businessId: string, meetingId: string) =>
  sql`update meeting_notices set state = 'dropped' where business_id = ${businessId} and meeting_id = ${meetingId}
    and state = 'waiting'`.execute(tx)

/** Whether the guest was sent word that the meeting is cancelled, since it was last restored or moved. */
export async function wasInformed(tx: Db, businessId: string, meetingId: string) {
  const rows = await rowsOf<{ kind: NoticeKind }>(
    tx,
    sql`select kind from meeting_notices where business_id = ${businessId} and meeting_id = ${meetingId} and state = 'sent'
      and kind <> 'reminder' order by created_at desc, id desc limit 1`,
  )
  return rows[0]?.kind === 'cancelled'
}

/** When the guest was last reminded by hand. */
export async function findReminded(tx: Db, businessId: string, meetingId: string) {
  const rows = await rowsOf<{ at: string }>(
    tx,
    sql`select created_at as at from meeting_notices where business_id = ${businessId} and meeting_id = ${meetingId}
      and kind = 'reminder' and minutes_before is null order by created_at desc limit 1`,
  )
  return rows[0]?.at
}

export type DueNotice = {
  id: string
  businessId: string
  meetingId: string
  kind: NoticeKind
  channel: NoticeChannel
  authorId: string | null
}
/** Notices that are due. Runs as the worker's role. */
export const listDue = (db: Db, { now, most }: { now: string; most: number }) =>
  rowsOf<DueNotice>(
    db,
    sql`select id, business_id as "businessId", meeting_id as "meetingId", kind, channel, created_by as "authorId"
      from meeting_notices where state = 'waiting' and due_at <= ${now} order by due_at limit ${most}`,
  )

/** Locks a notice until the transaction ends; false if it is not due any more. */
export async function lockDue(tx: Db, businessId: string, { id, now }: { id: string; now: string }) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`select id from meeting_notices where business_id = ${businessId} and id = ${id} and state = 'waiting'
      and due_at <= ${now} for update`,
  )
  return rows.length > 0
}

export const settleNotice = (
  tx: Db,
  businessId: string,
  id: string,
  patch: { state: 'sent' | 'dropped' | 'waiting'; due_at?: string },
) => tx.updateTable('meeting_notices').set(patch).where('business_id', '=', businessId).where('id', '=', id).execute()

/** Puts a notice off that could not be sent, so that others are not kept waiting behind it. */
export const postponeNotice = (db: Db, businessId: string, { id, dueAt }: { id: string; dueAt: string }) =>
  db
    .updateTable('meeting_notices')
    .set({ due_at: dueAt })
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()

export type NotifiableMeeting = {
  id: string
  businessId: string
  businessName: string
  leadId: string
  campaignId: string
  kind: MeetingKind
  title: string
  startsAt: string
  endsAt: string
  place: string
  message: string
  guestName: string
  guestPhone: string | null
  guestEmail: string | null
  language: Language
  status: MeetingStatus
  cancelledBy: 'guest' | 'staff' | null
  createdBy: string | null
}
/** A meeting about which its guest may be written to: its lead is neither deleted nor erased, and its business is open. */
export async function findNotifiable(tx: Db, businessId: string, meetingId: string) {
  const rows = await rowsOf<NotifiableMeeting>(
    tx,
    sql`select m.id, m.business_id as "businessId", coalesce(b.brand_name, b.name) as "businessName", m.lead_id as "leadId",
        l.campaign_id as "campaignId", m.kind, m.title, m.starts_at as "startsAt", m.ends_at as "endsAt", m.place, m.message,
        m.guest_name as "guestName", m.guest_phone as "guestPhone", m.guest_email as "guestEmail",
        m.guest_language as language, m.status, m.cancelled_by as "cancelledBy", m.created_by as "createdBy"
      from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id
        join businesses b on b.business_id = m.business_id
      where m.business_id = ${businessId} and m.id = ${meetingId} and l.deleted_at is null and l.erased_at is null
        and b.closes_at is null`,
  )
  return rows[0]
}
