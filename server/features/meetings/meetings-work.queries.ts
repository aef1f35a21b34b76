import { sql } from 'kysely'
import type { MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** Meetings whose end has passed since they were last looked at. Runs as the worker's role. */
export const listEnded = (db: Db, { now, most }: { now: string; most: number }) =>
  rowsOf<{ businessId: string; leadId: string; id: string }>(
    db,
    sql`select business_id as "businessId", lead_id as "leadId", id from meetings
      where not is_over and ends_at <= ${now} order by ends_at limit ${most}`,
  )

/** Marks those as over that still are; they may have been moved ahead. Returns how many. */
export async function markEnded(tx: Db, businessId: string, { ids, now }: { ids: readonly string[]; now: string }) {
  const rows = await rowsOf<{ id: string }>(
    tx,
    sql`update meetings set is_over = true where business_id = ${businessId} and id = any(${ids}::uuid[])
      and not is_over and ends_at <= ${now} returning id`,
  )
  return rows.length
}

type SoonMeeting = {
  status: MeetingStatus
  businessId: string
  campaignId: string
  leadId: string
  meetingId: string
  startsAt: string
  notifies: string[]
  isLive: boolean
}
/**
 * Takes meetings that begin by `until` and of whose time their participants were not reminded. `isLive`: the lead exists
 * and the business is open. Rows that are being changed are skipped until the next run.
 */
export const takeSoon = (tx: Db, { now, until, most }: { now: string; until: string; most: number }) =>
  rowsOf<SoonMeeting>(
    tx,
    sql`with soon as (select business_id, id from meetings
        where starts_at > ${now} and starts_at <= ${until} and status <> 'Meeting Canceled'
          and reminded_for is distinct from starts_at
        order by starts_at limit ${most} for update skip locked)
      update meetings m set reminded_for = m.starts_at from soon s, leads l, businesses b
      where m.business_id = s.business_id and m.id = s.id and l.business_id = m.business_id and l.id = m.lead_id
        and b.business_id = m.business_id
      returning m.business_id as "businessId", l.campaign_id as "campaignId", m.lead_id as "leadId", m.id as "meetingId",
        m.starts_at as "startsAt", m.status, m.participants as notifies,
        l.deleted_at is null and l.erased_at is null and b.closes_at is null as "isLive"`,
  )

type Leaving = { userId: string; takeOver: string | null; byId: string | null; now: string }
/** As with follow-ups, coming meetings go to the person who takes over, else to the lead's assignee, else to an Owner. */
export const passOn = (tx: Db, businessId: string, { userId, takeOver, byId, now }: Leaving) =>
  sql`with active as (select m.user_id, m.role, m.joined_at from memberships m
      where m.business_id = ${businessId} and m.suspended_at is null and m.user_id <> ${userId}::uuid),
    heirs as (select m.id, coalesce(
        (select a.user_id from active a where a.user_id = ${takeOver}::uuid),
        (select a.user_id from active a where a.user_id = l.assigned_to),
        (select a.user_id from active a where a.user_id = ${byId}::uuid and a.role = 'Owner'),
        (select a.user_id from active a where a.role = 'Owner' order by a.joined_at, a.user_id limit 1)) as heir
      from meetings m join leads l on l.business_id = m.business_id and l.id = m.lead_id
      where m.business_id = ${businessId} and m.participants @> array[${userId}::uuid] and m.ends_at > ${now})
  update meetings m set version = m.version + 1, participants = case
      when h.heir is null or h.heir = any(m.participants) then array_remove(m.participants, ${userId}::uuid)
      else array_replace(m.participants, ${userId}::uuid, h.heir) end
  from heirs h where m.business_id = ${businessId} and m.id = h.id`.execute(tx)
