import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Db } from '../../platform/db/db.ts'
import type { QuietMinutes } from '../notification-settings/quiet.rules.ts'
import type { StoredNotification } from './notifications.rules.ts'

/** A notification in the app, and a device of its person that shows it, too. */
export type PushNotice = Pick<StoredNotification, 'action' | 'content' | 'businessId'> & {
  eventId: string
  userId: string
  deviceId: string
  language: Language
  quiet: QuietMinutes
}

type Asked = { eventIds: readonly string[]; now: Date }
/**
 * Devices for the notifications that these events made. A session that may not open the business, because it lacks a
 * second factor, gets none. Runs as the worker's role.
 */
export async function listPushNotices(db: Db, businessId: string, { eventIds, now }: Asked) {
  const { rows } = await sql<PushNotice>`
    select n.event_id as "eventId", n.user_id as "userId", n.business_id as "businessId", n.action, n.content,
      d.id as "deviceId", u.language,
      jsonb_build_object('quietFrom', case when q.user_id is null then s.quiet_from else q.quiet_from end,
        'quietTo', case when q.user_id is null then s.quiet_to else q.quiet_to end) as quiet
    from push_devices d
      join sessions i on i.id = d.session_id and i.revoked_at is null and i.expires_at > ${now.toISOString()}
      join memberships m on m.business_id = ${businessId} and m.user_id = d.user_id and m.suspended_at is null
      join businesses b on b.business_id = m.business_id
      join users u on u.id = d.user_id
      join notifications n on n.user_id = d.user_id and n.business_id = m.business_id
        and n.event_id = any(${eventIds}::uuid[]) and n.action <> 'test'
      left join notification_choices o on o.business_id = m.business_id and o.user_id = m.user_id and o.event = n.action
      left join notification_settings s on s.business_id = m.business_id
      left join member_quiet_hours q on q.business_id = m.business_id and q.user_id = m.user_id
    where coalesce(o.push, true) and (not b.requires_two_factor or i.second_factor is not null)`.execute(db)
  return rows
}
