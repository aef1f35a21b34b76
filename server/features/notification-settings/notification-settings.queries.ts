import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { Audiences, Choice, NotificationEvent } from '#contract/notifications/notification-settings.ts'
import type { Db } from '../../platform/db/db.ts'
import type { OwnTemplate, Plan } from './notification-recipients.queries.ts'
import type { QuietMinutes } from './quiet.rules.ts'

export type Person = {
  email: string
  phone: string | null
  language: Language
  businessName: string
  isOwner: boolean
  readsAll: boolean
  isInCampaign: boolean
  /** Whether a campaign lists the person's e-mail address or phone. */
  listed: { mail: boolean; sms: boolean }
  choices: Partial<Record<NotificationEvent, Choice>>
  /** The person's own quiet hours; null means those of the business apply. */
  ownQuiet: QuietMinutes | null
  /** Time of the last notification in the app. */
  lastNotifiedAt: string | null
}
/** Reads a member with their notification settings in one query. */
export async function findPerson(db: Db, businessId: string, userId: string): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.email, u.phone, u.language, b.name as "businessName", m.role = 'Owner' as "isOwner", m.role in ('Owner', 'Admin') as "readsAll",
      exists (select from campaign_members p where p.business_id = m.business_id and p.user_id = m.user_id) as "isInCampaign",
      jsonb_build_object(
        'mail', exists (select from campaigns c where c.business_id = m.business_id and c.deleted_at is null
          and u.email = any(c.email_notifications)),
        'sms', exists (select from campaigns c where c.business_id = m.business_id and c.deleted_at is null
          and u.phone = any(c.sms_notifications))) as listed,
      coalesce((select jsonb_object_agg(o.event, jsonb_build_object('app', o.app, 'popup', o.popup, 'push', o.push, 'mail', o.mail,
        'sms', o.sms, 'onlyMine', o.only_mine)) from notification_choices o
        where o.business_id = m.business_id and o.user_id = m.user_id), '{}') as choices,
      (select jsonb_build_object('quietFrom', q.quiet_from, 'quietTo', q.quiet_to) from member_quiet_hours q
        where q.business_id = m.business_id and q.user_id = m.user_id) as "ownQuiet",
      (select max(n.created_at) from notifications n
        where n.business_id = m.business_id and n.user_id = m.user_id) as "lastNotifiedAt"
    from memberships m join users u on u.id = m.user_id join businesses b on b.business_id = m.business_id
    where m.business_id = ${businessId} and m.user_id = ${userId}`.execute(db)
  return rows[0]
}

type OwnChoice = { userId: string; event: NotificationEvent; choice: Choice }
export const upsertChoice = (db: Db, businessId: string, { userId, event, choice }: OwnChoice) => {
  const { onlyMine, ...values } = choice
  const columns = { ...values, only_mine: onlyMine }
  return db
    .insertInto('notification_choices')
    .values({ business_id: businessId, user_id: userId, event, ...columns })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id', 'event']).doUpdateSet(columns))
    .execute()
}

export const deleteChoice = (db: Db, businessId: string, { userId, event }: Omit<OwnChoice, 'choice'>) =>
  db
    .deleteFrom('notification_choices')
    .where('business_id', '=', businessId)
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .execute()

/** Deletes a member's notification settings in a business. */
export const deleteChoices = (db: Db, businessId: string, userId: string) =>
  sql`with quiet as (delete from member_quiet_hours where business_id = ${businessId} and user_id = ${userId})
    delete from notification_choices where business_id = ${businessId} and user_id = ${userId}`.execute(db)

export const upsertQuiet = (db: Db, businessId: string, { userId, ...quiet }: QuietMinutes & { userId: string }) => {
  const columns = { quiet_from: quiet.quietFrom, quiet_to: quiet.quietTo }
  return db
    .insertInto('member_quiet_hours')
    .values({ business_id: businessId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['business_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

export const deleteQuiet = (db: Db, businessId: string, userId: string) =>
  db.deleteFrom('member_quiet_hours').where('business_id', '=', businessId).where('user_id', '=', userId).execute()

export type Settings = QuietMinutes & {
  name: string
  mailName: string | null
  smsSender: string | null
  audiences: Plan['audiences']
}
/** `isLocked`: locks the row, which serializes concurrent changes. */
export async function findSettings(
  db: Db,
  businessId: string,
  { isLocked = false } = {},
): Promise<Settings | undefined> {
  if (isLocked) await sql`select from businesses where business_id = ${businessId} for no key update`.execute(db)
  const { rows } = await sql<Settings>`
    select b.name, s.mail_name as "mailName", s.sms_sender as "smsSender", s.quiet_from as "quietFrom",
      s.quiet_to as "quietTo",
      coalesce((select jsonb_object_agg(a.event, jsonb_build_object('app', a.app, 'mail', a.mail, 'sms', a.sms))
        from notification_audiences a where a.business_id = b.business_id), '{}') as audiences
    from businesses b left join notification_settings s on s.business_id = b.business_id
    where b.business_id = ${businessId}`.execute(db)
  return rows[0]
}

type NewSettings = QuietMinutes & { mailName: string | null; smsSender: string | null }
export const upsertSettings = (
  db: Db,
  businessId: string,
  { mailName, smsSender, quietFrom, quietTo }: NewSettings,
) => {
  const columns = { mail_name: mailName, sms_sender: smsSender, quiet_from: quietFrom, quiet_to: quietTo }
  return db
    .insertInto('notification_settings')
    .values({ business_id: businessId, ...columns })
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(columns))
    .execute()
}

export const upsertAudiences = (
  db: Db,
  businessId: string,
  { event, ...audiences }: Audiences & { event: NotificationEvent },
) =>
  db
    .insertInto('notification_audiences')
    .values({ business_id: businessId, event, ...audiences })
    .onConflict((conflict) => conflict.columns(['business_id', 'event']).doUpdateSet(audiences))
    .execute()

type Which = Pick<OwnTemplate, 'name' | 'channel' | 'language'>
export const upsertTemplate = (db: Db, businessId: string, { subject, text: body, ...which }: OwnTemplate) =>
  db
    .insertInto('message_templates')
    .values({ business_id: businessId, ...which, subject, body })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'name', 'channel', 'language']).doUpdateSet({ subject, body }),
    )
    .execute()

export const deleteTemplate = (db: Db, businessId: string, { name, channel, language }: Which) =>
  db
    .deleteFrom('message_templates')
    .where('business_id', '=', businessId)
    .where('name', '=', name)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .execute()
