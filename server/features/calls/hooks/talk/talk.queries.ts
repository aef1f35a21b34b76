import { sql } from 'kysely'
import type { User } from '#contract/team/users.ts'
import { type Db, rowsOf } from '../../../../platform/db/db.ts'
import type { Plan, PlannedLeg } from '../../../numbers/routing.rules.ts'

export type OwnCall = {
  connectionId: string
  campaignId: string | null
  numberId: string | null
  plan: Plan
  isOver: boolean
}
/** A call that rings or has rung this person, or that they made; undefined: none does. */
export async function findOwnCall(db: Db, businessId: string, { callId, userId }: { callId: string; userId: string }) {
  const rings = JSON.stringify({ steps: [{ legs: [{ userId }] }] })
  const makes = JSON.stringify({ outgoing: { userId } })
  const [found] = await rowsOf<OwnCall>(
    db,
    sql`select connection_id as "connectionId", campaign_id as "campaignId", number_id as "numberId", plan,
        ended_at is not null or status is not null as "isOver"
      from calls where business_id = ${businessId} and id = ${callId} and not is_test
        and (plan @> ${rings}::jsonb or plan @> ${makes}::jsonb)`,
  )
  return found
}

/** The number that was called, and the phones in its own ring list. */
export async function findNumber(db: Db, businessId: string, numberId: string | null) {
  const [found] = await rowsOf<{ phone: string; targets: PlannedLeg[] }>(
    db,
    sql`select phone, coalesce(routing -> 'ring' -> 'targets', '[]') as targets from virtual_numbers
      where business_id = ${businessId} and id = ${numberId}::uuid`,
  )
  return found
}

export const listPeople = (db: Db, businessId: string, ids: readonly string[]) =>
  rowsOf<User>(
    db,
    sql`select u.id as "_id", u.name, u.image from memberships m join users u on u.id = m.user_id
      where m.business_id = ${businessId} and m.user_id = any(${ids}::uuid[])`,
  )

export type ColleagueRow = User & {
  isOpen: boolean
  isAway: boolean
  isOnShift: boolean
  /** Sees phones masked. */
  isMasked: boolean
  isTalking: boolean
  isRung: boolean
}
type Asked = { campaignId: string | null; without: string; openSince: Date; now: Date }
/** The people who may read the calls of the campaign, with what they do now. */
export const listColleagues = (db: Db, businessId: string, { campaignId, without, openSince, now }: Asked) =>
  rowsOf<ColleagueRow>(
    db,
    sql`select u.id as "_id", u.name, u.image, coalesce(s.seen_at > ${openSince.toISOString()}, false) as "isOpen",
        coalesce(s.state = 'away', false) as "isAway", is_on_shift(m.business_id, m.user_id, ${now.toISOString()}) as "isOnShift",
        b.masks_contacts and sees_masked_contacts(m.business_id, m.user_id) as "isMasked",
        coalesce(o.talks, false) as "isTalking", coalesce(o.rings, false) as "isRung"
      from memberships m join users u on u.id = m.user_id join businesses b on b.business_id = m.business_id
        left join softphones s on s.business_id = m.business_id and s.user_id = m.user_id
        left join lateral (select bool_or(a.answered_at is not null) as talks, bool_or(a.answered_at is null) as rings
          from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
          where k.business_id = m.business_id and k.status is null and k.ended_at is null and a.user_id = m.user_id
            and a.ended_at is null and a.outcome is null) o on true
      where m.business_id = ${businessId} and m.suspended_at is null and m.user_id <> ${without}
        and (m.role in ('Owner', 'Admin') or exists (select from campaign_members c where c.business_id = m.business_id
          and c.user_id = m.user_id and c.campaign_id = ${campaignId}::uuid))
      order by u.name, u.id`,
  )
