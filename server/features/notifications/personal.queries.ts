import { sql } from 'kysely'
import { rolesWith } from '#contract/roles.ts'
import type { Db } from '../../platform/db/db.ts'
import { choiceOf, isRestrictedToOwn, isSilent, withSettings } from './notifications.queries.ts'
import type { PersonalEvent } from './personal.rules.ts'

type NewPersonal = { business_id: string; id: string; action: string | undefined; user_id: string }

/**
 * A mention applies until its comment `t` is deleted. A reminder applies while its follow-up `f` is open, with the same
 * person and time, and the person may work on it; an assignment while the person has the lead; a late lead until it is
 * answered; a reminder of a meeting `g` while it has this time and this participant.
 */
const holds = sql`t.deleted_at is null and (e.name <> 'lead.changed' or l.assigned_to = m.user_id)
  and (e.name <> 'lead.response_late' or l.first_response_at is null)
  and (e.name <> 'meeting.soon' or (g.status <> 'Meeting Canceled' and m.user_id = any(g.participants)
    and g.starts_at = (e.payload->>'startsAt')::timestamptz))
  and (e.name <> 'follow_up.due' or (f.closed_at is null
    and f.user_id = m.user_id and f.due_at = (e.payload->>'dueAt')::timestamptz
    and (m.role in ('Owner', 'Admin') or p.role in (${sql.join(rolesWith('followUps.edit').map((role) => sql.lit(role)))}))))`
/** Event `e` with the lead that it is about and the person `m` whom it concerns, if they may read the lead. */
const about = sql`
      join businesses b on b.business_id = e.business_id
      join leads l on l.business_id = e.business_id and l.id = e.lead_id and l.deleted_at is null and l.erased_at is null
      join campaigns c on c.business_id = l.business_id and c.id = l.campaign_id
      left join campaign_members p on p.business_id = l.business_id and p.campaign_id = l.campaign_id
        and p.user_id = m.user_id
      left join follow_ups f on f.business_id = e.business_id and f.id = (e.payload->>'followUpId')::uuid
      left join meetings g on g.business_id = e.business_id and g.id = (e.payload->>'meetingId')::uuid
      left join lead_comments t on t.business_id = e.business_id and t.id = (e.payload->>'commentId')::uuid
      left join users w on w.id = (e.actor->>'userId')::uuid`
const itemId = sql`case when t.id is not null then coalesce(e.payload->>'itemId', e.id::text) end`
/** What a rule says; after the erasure of the lead's data there is none. */
const noticeText = sql`coalesce(e.personal->>'text', '')`
const isReadable = sql`(m.role in ('Owner', 'Admin') or p.user_id is not null)
      and (l.assigned_to = m.user_id or not ${isRestrictedToOwn})`

/** Inserts the notification of each person, unless their settings exclude it. A second run is a no-op. */
export const insertPersonalNotifications = (db: Db, rows: NewPersonal[]) =>
  sql`
    insert into notifications (business_id, user_id, id, event_id, action, content, created_at, is_silent)
    select e.business_id, m.user_id, e.id, e.id, n.action, jsonb_build_object(
      'campaignId', l.campaign_id, 'leadId', l.id, 'leadName', l.name, 'leadPhone', l.phone, 'leadEmail', l.email,
      'campaignName', c.name, 'businessName', b.name, 'businessImage', b.image, 'source', l.source,
      'followUpAction', f.action) || case when t.id is not null
        then jsonb_build_object('itemId', ${itemId}, 'personName', w.name) else '{}' end || case when e.name = 'automation.notified'
        then jsonb_build_object('personName', ${noticeText}) else '{}' end, e.at, ${isSilent}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n(business_id uuid, id uuid, action text, user_id uuid)
      join events e on e.business_id = n.business_id and e.id = n.id
      join memberships m on m.business_id = n.business_id and m.user_id = n.user_id and m.suspended_at is null
      ${about}
      ${withSettings('n.action')}
    where ${isReadable} and ${holds} and m.user_id::text is distinct from e.actor->>'userId'
      and ${choiceOf('o.app', `a.app is null or 'person' = any(a.app)`)}
    on conflict do nothing`.execute(db)

/** The people whom event `e` concerns, as in `addresseesOf`. */
const addressees = sql`(
  select 'follow_up_due' as action, (e.payload->>'assignedTo')::uuid as user_id where e.name = 'follow_up.due'
  union all select 'message_received', (e.payload->>'assignedTo')::uuid
    where e.name = 'message.received' and e.payload->>'assignedTo' is not null and not e.payload ? 'isWithdrawal'
  union all select 'mention', x.value::uuid from jsonb_array_elements_text(coalesce(e.payload->'mentions', '[]')) x
  union all select case e.name when 'lead.changed' then 'lead_assigned' else 'response_late' end, x.value::uuid
    from jsonb_array_elements_text(e.payload->'notifies') x where e.name in ('lead.changed', 'lead.response_late')
  union all select case e.name when 'meeting.soon' then 'meeting_soon' when 'meeting.booked' then 'meeting_booked'
      else 'meeting_answered' end, x.value::uuid
    from jsonb_array_elements_text(e.payload->'notifies') x where e.name like 'meeting.%'
  union all select 'automation_notice', x.value::uuid from jsonb_array_elements_text(e.payload->'notifies') x
    where e.name = 'automation.notified')`

type Asked = { eventIds: readonly string[] }
/** The content of personal notifications for those of these events that still apply. Runs as the worker's role. */
export async function listPersonalEvents(db: Db, businessId: string, { eventIds }: Asked) {
  const { rows } = await sql<PersonalEvent>`
    select e.id, n.action, m.user_id as "userId", (e.actor->>'userId')::uuid as "authorId",
      l.campaign_id as "campaignId", c.name as "campaignName", b.name as "businessName", l.id as "leadId",
      l.name as "leadName", l.phone as "leadPhone", l.email as "leadEmail", l.assigned_to as "assignedTo",
      f.action as "followUpAction", case when e.name = 'automation.notified' then ${noticeText} else w.name end as "personName",
       ${itemId} as "itemId", coalesce(t.text, f.note, '') as note,
      coalesce((select jsonb_agg(jsonb_build_object('_id', x.id, 'name', x.name)) from users x where x.id = any(t.mentioned)),
        '[]') as mentions
    from events e
      cross join lateral ${addressees} n
      join memberships m on m.business_id = e.business_id and m.user_id = n.user_id and m.suspended_at is null
      ${about}
    where e.business_id = ${businessId} and e.id = any(${eventIds}::uuid[]) and ${isReadable} and ${holds}`.execute(db)
  return rows
}
