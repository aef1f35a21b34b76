import { z } from 'zod'
import { byId, id, time } from '../../common.ts'
import { deliveryReasons, deliveryStates } from '../../notifications/notification-settings.ts'
import { leadActions, personalActions } from '../../notifications/notifications.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { operationKinds } from '../operations.ts'
import { HistoryItem, NamedLead } from './lead-history.ts'

/** How a lead came, what changed it and who was notified of it, each with its cause. */

/** Newest items of each part that are returned at first, and each time that more are requested. */
export const WHY_STEP = 50
export const WHY_MAX = 500

/** How an enquiry came. */
export const arrivalChannels = ['api', 'form', 'call', 'sms', 'whatsapp', 'import', 'person', 'system'] as const
/** What chose the campaign: the request, the API key's only campaign, the form, the number, the file, or a person. */
export const placings = ['request', 'key', 'form', 'number', 'file', 'person'] as const
/**
 * What became of the enquiry, by the duplicate policy (duplicate-policy.ts). `created`: the person had no lead here;
 * `unmatched`: other leads were not looked for, because members who see masked contacts could guess by it; `second`: a
 * person asked for a second lead; `conversation`: calls and text messages join the lead under every policy.
 */
export const fates = ['created', 'marked', 'second', 'unmatched', 'joined', 'conversation', 'refused'] as const

export const Arrival = z.object({
  /** Of its event. */
  _id: id,
  at: time,
  channel: z.enum(arrivalChannels),
  by: User.nullable(),
  keyName: z.string().nullable(),
  formName: z.string().nullable(),
  /** The number that was dialled. */
  number: z.string().nullable(),
  /** The imported file, and the row's number in it. */
  file: z.object({ name: z.string(), row: z.number().int().nullable() }).nullable(),
  source: z.string(),
  campaign: z.string(),
  placedBy: z.enum(placings),
  whilePaused: z.boolean(),
  fate: z.enum(fates),
  /** The lead that the person had when another one was made; its name is empty if the caller may not read it. */
  known: NamedLead.nullable(),
  /** To whom the lead was assigned when it came; `isSender`: to the person who entered it, who reads only own leads. */
  assigned: z.object({ user: User, isSender: z.boolean() }).nullable(),
  /**
   * The body of the request, the row of the file as JSON, or the text of the message. Null if there is none, if it is no
   * longer kept, or if the caller may not see it.
   */
  raw: z.string().nullable(),
})
export type Arrival = z.output<typeof Arrival>

/**
 * Why a change was made. `person`, `key`, `form`: by hand, or in a request; `entered`: the lead was unassigned and got the
 * person who entered its enquiry; `answered`: a call was answered, so the lead got that person or its follow-up was done;
 * `campaign`: its campaign was deleted; `rule`: the campaign's rule assigned it; `automation`: an automation of the business; `brought`: the status brings or ends a follow-up; `merged`: a merge ended or reopened
 * a follow-up; `expired`: the operation is no longer kept; `system`: no person. Others are kinds of operations.
 */
export const causes = [
  'person',
  'key',
  'form',
  'entered',
  'answered',
  'campaign',
  'rule',
  'automation',
  'brought',
  'merged',
  'expired',
  'system',
  ...operationKinds,
] as const
export type Cause = (typeof causes)[number]
/** Causes by which a person changed this lead by hand. */
const byHand: readonly Cause[] = ['person', 'edit']
export const isByHand = (cause: Cause) => byHand.includes(cause)

export const Act = HistoryItem.pick({
  _id: true,
  at: true,
  event: true,
  by: true,
  keyName: true,
  formName: true,
  automationName: true,
  automationId: true,
  changes: true,
  ownFields: true,
}).extend({ cause: z.enum(causes) })
export type Act = z.output<typeof Act>

export const noticeChannels = ['app', 'push', 'mail', 'sms'] as const
/**
 * Why a notification was not sent. `author`: they did it themselves; `not_theirs`: they read only leads assigned to them;
 * `no_access`: they may not read the lead, or may not do the follow-up; `off`: they switched the channel off; `only_mine`:
 * they want only leads assigned to them; `audience`: the business does not send it to them; `no_address`, `no_device`:
 * nothing to send it to; `second_factor`: their device is not signed in with a second factor; `unconfirmed`: the address has
 * not confirmed that it wants notices; `unavailable`: the installation cannot send; `over`: it no longer applied.
 */
export const skipReasons = [
  'author',
  'not_theirs',
  'no_access',
  'off',
  'only_mine',
  'audience',
  'no_address',
  'no_device',
  'second_factor',
  'unconfirmed',
  'unavailable',
  'over',
] as const
export type SkipReason = (typeof skipReasons)[number]
/** In the app, `seen`: read; `silent`: without a popup, in quiet hours or by the person's choice; `removed` by the person. */
export const noticeStates = [...deliveryStates, 'seen', 'silent', 'removed', 'skipped'] as const

export const NoticeOutcome = z.object({
  channel: z.enum(noticeChannels),
  state: z.enum(noticeStates),
  at: time.nullable(),
  reason: z.enum([...deliveryReasons, ...skipReasons]).nullable(),
})
export type NoticeOutcome = z.output<typeof NoticeOutcome>

/** What was sent about one event. */
export const Notice = z.object({
  _id: id,
  at: time,
  action: z.enum([...leadActions, ...personalActions]),
  /** An import that sends no notifications. */
  isSilent: z.boolean(),
  /** Whether it is stored who was not notified; it is not for old events. */
  isExplained: z.boolean(),
  /** A member, or an address that the campaign lists; masked for those who may not edit the campaign. */
  people: z.array(
    z.object({ user: User.nullable(), address: z.string().nullable(), outcomes: z.array(NoticeOutcome) }),
  ),
})
export type Notice = z.output<typeof Notice>

export const LeadWhy = z.object({
  arrivals: z.array(Arrival),
  acts: z.array(Act),
  notices: z.array(Notice),
  /** Parts that have older items. */
  more: z.object({ arrivals: z.boolean(), acts: z.boolean(), notices: z.boolean() }),
})
export type LeadWhy = z.output<typeof LeadWhy>

export const leadWhyRoutes = {
  get: route({
    method: 'GET',
    path: '/lead/:id/why',
    access: 'None',
    summary: `How a lead came, what changed it and who was notified of it, each with its cause: the newest of each`,
    params: byId,
    query: z.object({ limit: z.coerce.number().int().min(1).max(WHY_MAX).default(WHY_STEP) }),
    reply: z.object({ success: z.literal(true), why: LeadWhy }),
  }),
}
