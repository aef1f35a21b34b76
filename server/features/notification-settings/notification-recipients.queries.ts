import { sql } from 'kysely'
import type { Language } from '#contract/constants.ts'
import type { TemplateChannel, TemplateName } from '#contract/notifications/message-templates.ts'
import type { Audiences, Choice, NotificationEvent } from '#contract/notifications/notification-settings.ts'
import type { Db } from '../../platform/db/db.ts'
import type { QuietMinutes } from './quiet.rules.ts'

export type OwnTemplate = {
  name: TemplateName
  channel: TemplateChannel
  language: Language
  subject: string | null
  text: string
}
/** The notification settings of a business that differ from the defaults. */
export type Plan = {
  audiences: Partial<Record<NotificationEvent, Audiences>>
  quiet: QuietMinutes
  templates: OwnTemplate[]
  /** Whether some member switched on e-mail or SMS themselves. */
  hasChoices: boolean
}

/** Reads the settings in one query for a batch of events. */
export async function findPlan(db: Db, businessId: string): Promise<Plan> {
  const { rows } = await sql<Plan>`
    select jsonb_build_object('quietFrom', s.quiet_from, 'quietTo', s.quiet_to) as quiet,
      coalesce((select jsonb_object_agg(a.event, jsonb_build_object('app', a.app, 'mail', a.mail, 'sms', a.sms))
        from notification_audiences a where a.business_id = b.business_id), '{}') as audiences,
      coalesce((select jsonb_agg(jsonb_build_object('name', t.name, 'channel', t.channel, 'language', t.language,
        'subject', t.subject, 'text', t.body)) from message_templates t where t.business_id = b.business_id), '[]') as templates,
      exists (select from notification_choices o where o.business_id = b.business_id and (o.mail or o.sms)) as "hasChoices"
    from (select ${businessId}::uuid as business_id) b
      left join notification_settings s on s.business_id = b.business_id`.execute(db)
  const [plan] = rows
  return plan ?? { audiences: {}, quiet: { quietFrom: null, quietTo: null }, templates: [], hasChoices: false }
}

export async function listTemplates(db: Db, businessId: string): Promise<OwnTemplate[]> {
  return db
    .selectFrom('message_templates')
    .select(['name', 'channel', 'language', 'subject', 'body as text'])
    .where('business_id', '=', businessId)
    .$castTo<OwnTemplate>()
    .execute()
}

export type RecipientMember = {
  userId: string
  email: string
  phone: string | null
  /** Whether the member verified the address. */
  isEmailProved: boolean
  isPhoneProved: boolean
  language: Language
  isOwner: boolean
  /** True for roles that may read every campaign, regardless of campaign roles. */
  readsAll: boolean
  /** The requested campaigns in which the member has a role. */
  campaignIds: string[]
  /** The campaigns among `campaignIds` in which the member reads only leads assigned to them. */
  ownLeadsIn: string[]
  /** Whether phones and e-mails are masked for the member. */
  isMasked: boolean
  choices: Partial<Record<NotificationEvent, Choice>>
  /** The member's quiet hours, or those of the business if the member set none. */
  quiet: QuietMinutes
}
type RecipientMembersInput = {
  /** Members with these addresses are returned regardless of their settings. */
  recipients: string[]
  campaignIds: string[]
  /** Return all members, not only the recipients and those who switched on e-mail or SMS. */
  isAll: boolean
}
/** Members who may get e-mail and SMS, with their settings. Runs as the worker's role or in the business's scope. */
export async function listRecipientMembers(
  db: Db,
  businessId: string,
  { recipients, campaignIds, isAll }: RecipientMembersInput,
) {
  const { rows } = await sql<RecipientMember>`
    select m.user_id as "userId", u.email, u.phone, u.language, m.role = 'Owner' as "isOwner",
      u.email_verified_at is not null as "isEmailProved", u.phone_verified_at is not null as "isPhoneProved",
      m.role in ('Owner', 'Admin') as "readsAll",
      array(select p.campaign_id from campaign_members p where p.business_id = m.business_id and p.user_id = m.user_id
        and p.campaign_id = any(${campaignIds}::uuid[])) as "campaignIds",
      array(select p.campaign_id from campaign_members p where p.business_id = m.business_id and p.user_id = m.user_id
        and p.campaign_id = any(${campaignIds}::uuid[]) and reads_own_leads_only(m.business_id, m.user_id, p.campaign_id))
        as "ownLeadsIn",
      sees_masked_contacts(m.business_id, m.user_id) as "isMasked",
      coalesce((select jsonb_object_agg(o.event, jsonb_build_object('app', o.app, 'popup', o.popup, 'push', o.push,
        'mail', o.mail, 'sms', o.sms, 'onlyMine', o.only_mine)) from notification_choices o
        where o.business_id = m.business_id and o.user_id = m.user_id), '{}') as choices,
      jsonb_build_object('quietFrom', case when q.user_id is null then s.quiet_from else q.quiet_from end,
        'quietTo', case when q.user_id is null then s.quiet_to else q.quiet_to end) as quiet
    from memberships m join users u on u.id = m.user_id
      left join notification_settings s on s.business_id = m.business_id
      left join member_quiet_hours q on q.business_id = m.business_id and q.user_id = m.user_id
    where m.business_id = ${businessId} and m.suspended_at is null and u.status <> 'Pending'
      and (${isAll} or u.email = any(${recipients}::text[]) or u.phone = any(${recipients}::text[])
        or exists (select from notification_choices o
          where o.business_id = m.business_id and o.user_id = m.user_id and (o.mail or o.sms)))`.execute(db)
  return rows
}
