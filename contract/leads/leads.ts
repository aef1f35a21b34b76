import { z } from 'zod'
import { agorot, byId, Done, email, emailOrMask, INTAKE_NAME_MAX, id, line, Pagination, text, time } from '../common.ts'
import { FieldValues, SentFieldValues } from '../lead-fields/own-fields.ts'
import { heavyGet, route } from '../route.ts'
import { phoneInput, User } from '../team/users.ts'
import { clickIdFields, SOURCE_MAX } from './attribution.ts'
import { Enquiry, HistoryPage, HistoryQuery } from './history/lead-history.ts'
import type { LeadProperty } from './lead-fields.ts'
import { AllLeads, LeadQuery } from './lead-filters.ts'
import { leadMeetingStatuses } from './meetings/meeting-statuses.ts'
import { genders } from './messages/gender.ts'
import { ResponseClock } from './responses/response-clock.ts'
import { tags } from './tags.ts'

export const LOST_REASON_MAX = 200
export const MESSAGE_MAX = 5_000
/** Maximum number of duplicates listed, and of sources. */
export const DUPLICATES_MAX = 5
export const SOURCES_MAX = 100
/** Maximum number of leads given by id in one request. Larger sets are selected by a filter. */
export const BULK_MAX = 200

const short = text(500).optional()
const Utm = z.object({ source: short, medium: short, campaign: short, content: short, term: short })
const ClickIds = z.object(
  Object.fromEntries(clickIdFields.map((name) => [name, short])) as Record<
    (typeof clickIdFields)[number],
    typeof short
  >,
)
/** UTM values as flat fields, as web forms send them. */
const FlatUtm = z.object({
  utm_source: short,
  utm_medium: short,
  utm_campaign: short,
  utm_content: short,
  utm_term: short,
})

/**
 * A new lead from a person or an API key, as JSON or form-encoded. It needs a phone or an email. A name that a person
 * enters must have NAME_MIN to NAME_MAX characters; a name from an API key may be empty or longer. A key that is bound
 * to one campaign may omit `campaignId`.
 */
export const NewLead = FlatUtm.extend(ClickIds.shape).extend({
  name: line(INTAKE_NAME_MAX).default(''),
  phone: phoneInput.or(z.literal('')).optional(),
  email: email.or(z.literal('')).optional(),
  campaignId: z.uuid('campaign_required').toLowerCase().optional(),
  source: line(SOURCE_MAX).optional(),
  message: text(MESSAGE_MAX).optional(),
  landingPage: text(2_000).optional(),
  referrer: text(2_000).optional(),
  utm: Utm.optional(),
  statusId: id.optional(),
  assignedTo: id.nullable().optional(),
  value: agorot.nullable().optional(),
  /**
   * Values of the business's own fields by their keys; a web form sends `fields[key]`. An unknown key, and a value of the
   * wrong type, is refused by its path.
   */
  fields: SentFieldValues.optional(),
  /** For people only: creates a second lead even if one with this phone or email exists. */
  duplicate: z.literal('create').optional(),
})
export type NewLead = z.output<typeof NewLead>

export const Lead = z.object({
  _id: id,
  name: z.string(),
  /**
   * The phone in E.164. The phone and the email are masked (masks.ts) for readers from whom the business hides
   * contacts.
   */
  phone: z.string().nullable(),
  email: z.string().nullable(),
  campaignId: id,
  campaignName: z.string(),
  statusId: id,
  /** The status's name in the caller's language. */
  status: z.string(),
  source: z.string(),
  /** UTM values of the first enquiry; only those that were sent. */
  utm: z.object({
    source: z.string().optional(),
    medium: z.string().optional(),
    campaign: z.string().optional(),
    content: z.string().optional(),
    term: z.string().optional(),
  }),
  /** Time of creation. */
  date: time,
  assignedTo: User.nullable(),
  /** In agorot: the expected value; for a won lead, the sale amount. */
  value: z.number().int().nullable(),
  tags: z.array(z.string()),
  /** Values of the business's own fields by their keys, except archived fields; no entry: empty. */
  fields: FieldValues,
  isRead: z.boolean(),
  /** Time of the last creation, change, comment or repeat enquiry. */
  lastActivityAt: time,
  /** Time of the first status change or comment by a person. */
  firstResponseAt: time.nullable(),
  /** When the target of its campaign for the first response is reached; null: no target, or an imported lead. */
  responseDueAt: time.nullable(),
  /** Working minutes from the creation to the first response. */
  responseMinutes: z.number().nullable(),
  /** Whether another live lead that the caller can see has this phone or email. */
  isDuplicate: z.boolean(),
  /** Marked as not to be called by anyone. */
  doNotCall: z.boolean(),
  /** Of its next meeting that is not cancelled, else of the latest. */
  meetingStatus: z.enum(leadMeetingStatuses),
  deletedAt: time.nullable(),
})
export type Lead = z.output<typeof Lead>

export const LeadDetails = Lead.extend({
  enquiries: z.array(Enquiry),
  /** The reason for the loss as entered; null unless the lead is lost. */
  lostReason: z.string().nullable(),
  /** How texts to the lead address it. */
  gender: z.enum(genders),
  /** Further phones and emails, from leads that were merged into this one; masked as its own. */
  contacts: z.array(z.object({ kind: z.enum(['phone', 'email']), value: z.string() })),
  /** How long it has been waiting for the first response; null: answered, without a target, or imported. */
  responseClock: ResponseClock.nullable(),
  /**
   * Leads that were merged into this one. A request for one of them gets this lead. `pastSale`: what it had won, in agorot,
   * which is counted in its campaign; null: nothing, or a campaign that the reader may not read.
   */
  mergedLeads: z.array(
    z.object({
      _id: id,
      name: z.string(),
      date: time,
      campaignName: z.string(),
      pastSale: z.number().int().nullable(),
    }),
  ),
})
export type LeadDetails = z.output<typeof LeadDetails>

/**
 * The reason why a lead was lost. Only leads whose status type is Lost have one; it is cleared when the status changes.
 */
export const lostReason = line(LOST_REASON_MAX, 1)

const changeable = {
  name: line(INTAKE_NAME_MAX),
  phone: phoneInput.nullable(),
  email: emailOrMask.nullable(),
  statusId: id,
  assignedTo: id.nullable(),
  value: agorot.nullable(),
  tags,
  lostReason: lostReason.nullable(),
  gender: z.enum(genders),
  /** Own fields that are not named stay unchanged; null clears one. */
  fields: SentFieldValues,
} satisfies Record<Exclude<LeadProperty, 'campaignId'> | 'fields', z.ZodType>
/**
 * `expected` holds the previous values of the changed fields, as the client saw them. If one has changed since, the
 * reply is 409.
 */
export const LeadChanges = z
  .object(changeable)
  .partial()
  .extend({ expected: z.strictObject(changeable).partial().optional() })
export type LeadChanges = z.output<typeof LeadChanges>

/** Whether a lead was erased. An erased lead has neither phone nor email; every other lead has at least one. */
export const isErased = ({ phone, email }: { phone: string | null; email: string | null }) =>
  phone === null && email === null

/** What becomes of a lead that is entered with a contact: a new lead, a repeat enquiry, or a refusal. */
export const enteredFates = ['create', 'repeat', 'refuse'] as const
export type EnteredFate = (typeof enteredFates)[number]

const leadIds = z.array(id).min(1, 'required').max(BULK_MAX)
const Stored = z.object({ success: z.literal(true), lead: Lead, duplicate: z.boolean() })

export const leadRoutes = {
  list: route({
    ...heavyGet,
    path: '/lead',
    access: 'None',
    scope: 'leads:read',
    summary: 'A page of leads with its total',
    query: LeadQuery,
    reply: z.object({ success: z.literal(true), leads: z.array(Lead), pagination: Pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/lead',
    access: 'None',
    can: 'leads.edit',
    scope: 'leads:write',
    idempotent: true,
    summary: 'Send a lead: 201 when it is new, 200 for a repeat enquiry of the same phone or e-mail',
    body: NewLead,
    reply: Stored,
    status: ({ duplicate }: z.output<typeof Stored>) => (duplicate ? 200 : 201),
  }),
  duplicates: route({
    method: 'GET',
    path: '/lead/duplicates',
    access: 'None',
    can: 'leads.edit',
    summary: `Live leads with this phone or e-mail, at most ${DUPLICATES_MAX}`,
    query: z.object({ phone: text(40).optional(), email: text(254).optional(), campaignId: id.optional() }),
    /** `fate`: what the business's policy does with a lead that the caller enters with this contact in the campaign. */
    reply: z.object({ success: z.literal(true), leads: z.array(Lead), fate: z.enum(enteredFates) }),
  }),
  sources: route({
    ...heavyGet,
    path: '/lead/sources',
    access: 'None',
    summary: `Sources that leads have come from, most frequent first, at most ${SOURCES_MAX}`,
    reply: z.object({ success: z.literal(true), sources: z.array(z.string()) }),
  }),
  tags: route({
    ...heavyGet,
    path: '/lead/tags',
    access: 'None',
    summary: 'Tags that leads in sight bear, most frequent first',
    reply: z.object({ success: z.literal(true), tags: z.array(z.string()) }),
  }),
  remove: route({
    method: 'POST',
    path: '/lead/delete',
    access: 'None',
    can: 'leads.delete',
    summary: 'Move leads to the trash: those named or, where one may not be, none; or all that match',
    body: z
      .object({ leadIds: leadIds.optional(), campaignId: id.optional(), ...AllLeads.partial().shape })
      .refine(({ leadIds, all }) => (leadIds === undefined) !== (all === undefined), {
        path: ['leadIds'],
        error: 'required',
      }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  }),
  restore: route({
    method: 'POST',
    path: '/lead/restore',
    access: 'None',
    can: 'leads.delete',
    summary: 'Bring leads back from the trash',
    body: z.object({ leadIds }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
  }),
  get: route({
    method: 'GET',
    path: '/lead/:id',
    access: 'None',
    scope: 'leads:read',
    summary: 'One lead with where it came from; of a merged lead, the one that was kept',
    params: byId,
    reply: z.object({ success: z.literal(true), lead: LeadDetails }),
  }),
  change: route({
    method: 'PATCH',
    path: '/lead/:id',
    access: 'None',
    can: 'leads.edit',
    scope: 'leads:write',
    summary: 'Change a lead; assigning needs the right to assign',
    idempotent: true,
    params: byId,
    body: LeadChanges,
    reply: z.object({ success: z.literal(true), lead: Lead }),
  }),
  read: route({
    method: 'POST',
    path: '/lead/:id/read',
    whileClosing: true,
    access: 'None',
    summary: 'Mark a lead as read or unread',
    params: byId,
    body: z.object({ isRead: z.boolean() }),
    reply: Done,
  }),
  readMany: route({
    method: 'POST',
    path: '/lead/read',
    whileClosing: true,
    access: 'None',
    summary: `Mark several leads (at most ${BULK_MAX}) as read or unread`,
    body: z.object({ leadIds, isRead: z.boolean() }),
    reply: Done,
  }),
  samePerson: route({
    method: 'GET',
    path: '/lead/:id/same-person',
    access: 'None',
    summary: `Other live leads with the phone or the e-mail of this one, newest first, at most ${DUPLICATES_MAX}`,
    params: byId,
    reply: z.object({ success: z.literal(true), leads: z.array(Lead) }),
  }),
  history: route({
    method: 'GET',
    path: '/lead/:id/history',
    access: 'None',
    summary:
      'What happened to a lead, its calls included: the newest or the oldest items, those `before` or `after` an item, or those `around` one',
    params: byId,
    query: HistoryQuery,
    reply: HistoryPage,
  }),
}
