import { sql } from 'kysely'
import { PRESENCE_MS } from '#contract/calls/softphone.ts'
import type { RingablePerson } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import { type Db, rowsOf } from '../../platform/db/db.ts'

/** A browser phone counts as open so long after its last sign of life. */
const OPEN_MS = 3 * PRESENCE_MS

export type Person = RingablePerson & {
  userId: string
  /** In a call, or their phone rings for one. A call that they passed on is a colleague's. */
  isBusy: boolean
  /** Of the people who are rung without a rule. */
  isOfCampaign: boolean
}
type Asked = { campaignId: string; at: Date }
/**
 * Members who may work on the campaign's leads, who was rung longest ago first. Their browser rings if it is
 * open; if it is open and they are away, nothing does; if it is closed, their verified phone, except of those who see masked
 * contacts. Nothing rings in their own quiet hours.
 */
export const listPeople = (db: Db, businessId: string, { campaignId, at }: Asked) =>
  rowsOf<Person>(
    db,
    sql`select m.user_id as "userId", json_build_object('_id', u.id, 'name', u.name, 'image', u.image) as user,
        is_on_shift(m.business_id, m.user_id, ${at.toISOString()}) as "isOnShift",
        case when is_quiet(${at.toISOString()}, q.quiet_from, q.quiet_to) then null
          when s.seen_at > ${new Date(at.getTime() - OPEN_MS).toISOString()}
            then case when s.state = 'available' then 'softphone' end
          when u.phone is not null and u.phone_verified_at is not null and not sees_masked_contacts(m.business_id, m.user_id)
            then 'phone' end as via,
        exists (select from calls k where k.business_id = m.business_id and k.made_by = m.user_id and not k.is_logged
            and k.state <> 'ended' and k.status is null and k.passed_to is null)
          or exists (select from calls k join call_attempts a on a.business_id = k.business_id and a.call_id = k.id
            where k.business_id = m.business_id and k.status is null and k.ended_at is null and a.user_id = m.user_id
              and a.ended_at is null and a.outcome is null) as "isBusy",
        m.user_id in (select shift_people(${businessId}, ${campaignId})) as "isOfCampaign"
      from memberships m join users u on u.id = m.user_id
        left join campaign_members c on c.business_id = m.business_id and c.user_id = m.user_id and c.campaign_id = ${campaignId}
        left join softphones s on s.business_id = m.business_id and s.user_id = m.user_id
        left join member_quiet_hours q on q.business_id = m.business_id and q.user_id = m.user_id
        left join speed_to_lead_turns t on t.business_id = m.business_id and t.user_id = m.user_id
          and t.campaign_id = ${campaignId}
      where m.business_id = ${businessId} and m.suspended_at is null and (m.role in ('Owner', 'Admin') or c.role <> 'Reader')
      order by t.rung_at nulls first, m.joined_at, m.user_id`,
  )

type Rung = Asked & { userId: string }
export const putTurn = (tx: Db, businessId: string, { campaignId, userId, at }: Rung) =>
  sql`insert into speed_to_lead_turns (business_id, campaign_id, user_id, rung_at)
    values (${businessId}, ${campaignId}, ${userId}, ${at.toISOString()})
    on conflict (business_id, campaign_id, user_id) do update set rung_at = excluded.rung_at`.execute(tx)
