import { z } from 'zod'
import { Done, line, time } from '../common.ts'
import { shiftNotifications } from '../events/shifts.ts'
import { route } from '../route.ts'
import { Template, TemplateChange } from './message-templates.ts'
import { leadActions, peopleActions, peopleNotifications, personalActions, shiftActions } from './notifications.ts'

export const notificationEvents = [...leadActions, ...personalActions, ...shiftActions, ...peopleActions] as const
export type NotificationEvent = (typeof notificationEvents)[number]
const ownChannels = { ...peopleNotifications, ...shiftNotifications } as const
export const channels = ['app', 'popup', 'push', 'mail', 'sms'] as const
export type Channel = (typeof channels)[number]
/**
 * Returns the channels of a notification. Notifications about the team, shifts and numbers have channels of their own.
 */
export const channelsOf = (event: NotificationEvent): readonly Channel[] =>
  event in ownChannels ? ownChannels[event as keyof typeof ownChannels] : channels
export const isOfLead = (event: NotificationEvent) => (leadActions as readonly string[]).includes(event)
/** Whether the notification is for one person: whose follow-up or shift it is, or who was mentioned. */
export const isPersonal = (event: NotificationEvent) =>
  [...personalActions, ...shiftActions].some((action) => action === event) && event !== 'shift_swap_accepted'

/**
 * Groups of default recipients. `people` are the members of the campaign, `listed` the addresses listed in it, `person`
 * the one whom a personal notification concerns.
 */
export const audiences = ['owners', 'people', 'assigned', 'listed', 'person'] as const
export type Audience = (typeof audiences)[number]
/** Popups and push notifications show what the app channel has, so recipients are not chosen for them. */
export type RecipientChannel = Exclude<Channel, 'popup' | 'push'>
export const recipientChannels = ['app', 'mail', 'sms'] as const satisfies readonly RecipientChannel[]
export function audiencesOf(event: NotificationEvent, channel: RecipientChannel): readonly Audience[] {
  if (!channelsOf(event).includes(channel)) return []
  if (isPersonal(event)) return ['person']
  if (!isOfLead(event)) return ['owners']
  return channel === 'app' ? ['owners', 'people', 'assigned'] : ['owners', 'people', 'assigned', 'listed']
}
export type Audiences = Record<RecipientChannel, Audience[]>
/** Default recipients of an event in a new business (decision 25). */
export const standardAudiences = (event: NotificationEvent): Audiences =>
  isPersonal(event)
    ? { app: ['person'], mail: [], sms: [] }
    : isOfLead(event)
      ? { app: ['owners', 'people'], mail: ['listed'], sms: ['listed'] }
      : { app: ['owners'], mail: channelsOf(event).includes('mail') ? ['owners'] : [], sms: [] }

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'invalid_value')
/** A daily time range in Asia/Jerusalem. If `to` is before `from`, the range ends on the next morning. */
export const QuietHours = z
  .object({ from: clock, to: clock })
  .refine(({ from, to }) => from !== to, { path: ['to'], message: 'same_time' })
export type QuietHours = z.output<typeof QuietHours>

const Choice = z.object({
  app: z.boolean(),
  popup: z.boolean(),
  push: z.boolean(),
  mail: z.boolean(),
  sms: z.boolean(),
  /** Whether the person is notified only of leads assigned to them. */
  onlyMine: z.boolean(),
})
export type Choice = z.output<typeof Choice>
export const OwnEvent = z.object({
  event: z.enum(notificationEvents),
  /** Whether the person set the choice; if not, it is derived from the business's audiences. */
  isOwn: z.boolean(),
  choice: Choice,
})
export type OwnEvent = z.output<typeof OwnEvent>

export const OwnQuiet = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('business') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('own'), hours: QuietHours }),
])
export type OwnQuiet = z.output<typeof OwnQuiet>

/** State of a delivery. `held`: waits for the end of quiet hours. `arrived` and `lost`: SMS only. */
export const deliveryStates = ['waiting', 'held', 'sent', 'arrived', 'lost', 'failed'] as const
/** Reason of a failed delivery, where known. */
export const deliveryReasons = [
  'opted_out',
  'unreachable',
  'wrong_number',
  'blocked',
  'refused',
  'retrying',
  'day_limit',
  'hour_limit',
  'country',
  'phone_kind',
] as const
export const Delivery = z.object({
  state: z.enum(deliveryStates),
  at: time,
  reason: z.enum(deliveryReasons).nullable(),
})
export type Delivery = z.output<typeof Delivery>

export const OwnSettings = z.object({
  events: z.array(OwnEvent),
  quiet: OwnQuiet,
  /** The business's quiet hours, for members without their own. */
  businessQuiet: QuietHours.nullable(),
  /** The person's addresses for email and SMS; null if the installation cannot send or the person has no address. */
  addresses: z.object({ mail: z.string().nullable(), sms: z.string().nullable() }),
  /** The last delivery of this business through each channel. */
  deliveries: z.object({
    app: Delivery.nullable(),
    push: Delivery.nullable(),
    mail: Delivery.nullable(),
    sms: Delivery.nullable(),
  }),
})
export type OwnSettings = z.output<typeof OwnSettings>

export const OwnChange = z.object({
  /** The person's choices; null restores the business's setting. */
  events: z
    .array(z.object({ event: z.enum(notificationEvents), choice: Choice.nullable() }))
    .max(notificationEvents.length)
    .optional(),
  quiet: OwnQuiet.optional(),
})
export type OwnChange = z.output<typeof OwnChange>

export const MAIL_NAME_MAX = 50
/** Maximum length of an alphanumeric SMS sender ID (GSM 03.40 allows eleven characters). */
export const SMS_SENDER_MAX = 11
const mailName = line(MAIL_NAME_MAX, 2).refine((name) => !/[<>@"\\,;:()[\]]/.test(name), 'invalid_sender')
const smsSender = z
  .string()
  .trim()
  .regex(/^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 ]{1,9}[A-Za-z0-9]$/, 'invalid_sms_sender')

const EventAudiences = z.object({
  event: z.enum(notificationEvents),
  app: z.array(z.enum(audiences)),
  mail: z.array(z.enum(audiences)),
  sms: z.array(z.enum(audiences)),
})
export type EventAudiences = z.output<typeof EventAudiences>
export const BusinessSettings = z.object({
  events: z.array(EventAudiences),
  quiet: QuietHours.nullable(),
  mailName: z.string().nullable(),
  smsSender: z.string().nullable(),
  /** What the installation can do: send email, send SMS, and send SMS with a custom sender ID. */
  can: z.object({ mail: z.boolean(), sms: z.boolean(), smsSender: z.boolean() }),
})
export type BusinessSettings = z.output<typeof BusinessSettings>
export const BusinessChange = z.object({
  events: z.array(EventAudiences).max(notificationEvents.length).optional(),
  quiet: QuietHours.nullable().optional(),
  mailName: mailName.nullable().optional(),
  smsSender: smsSender.nullable().optional(),
})
export type BusinessChange = z.output<typeof BusinessChange>

/** Maximum number of test notifications per channel and person within TEST_MINUTES. */
export const TESTS_MAX = 3
export const TEST_MINUTES = 10

const ofOwner = { access: 'Owner', can: 'business.settings' } as const
export const notificationSettingRoutes = {
  own: route({
    method: 'GET',
    path: '/user/notification-settings',
    access: 'None',
    summary: 'Your notification settings in this business, with the last delivery by each channel',
    reply: z.object({ success: z.literal(true), settings: OwnSettings }),
  }),
  changeOwn: route({
    method: 'PATCH',
    path: '/user/notification-settings',
    access: 'None',
    summary: 'Change your notification settings in this business',
    body: OwnChange,
    reply: z.object({ success: z.literal(true), settings: OwnSettings }),
  }),
  test: route({
    method: 'POST',
    path: '/user/notification-settings/test',
    access: 'None',
    summary: 'Send oneself a message by one channel, also in quiet hours',
    body: z.object({ channel: z.enum(channels) }),
    reply: Done,
  }),
  business: route({
    method: 'GET',
    path: '/business/notification-settings',
    ...ofOwner,
    summary: 'Default recipients, quiet hours and sender names',
    reply: z.object({ success: z.literal(true), settings: BusinessSettings }),
  }),
  changeBusiness: route({
    method: 'PATCH',
    path: '/business/notification-settings',
    ...ofOwner,
    summary: 'Change default recipients, quiet hours and sender names',
    body: BusinessChange,
    reply: z.object({ success: z.literal(true), settings: BusinessSettings }),
  }),
  templates: route({
    method: 'GET',
    path: '/business/notification-templates',
    ...ofOwner,
    summary: "The words of what goes out, the product's and one's own, with examples",
    reply: z.object({ success: z.literal(true), templates: z.array(Template) }),
  }),
  changeTemplate: route({
    method: 'PATCH',
    path: '/business/notification-templates',
    ...ofOwner,
    summary: "Put one's own words in place of the product's, or take them back",
    body: TemplateChange,
    reply: z.object({ success: z.literal(true), template: Template }),
  }),
}
