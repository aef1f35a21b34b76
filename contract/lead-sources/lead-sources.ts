import { z } from 'zod'
import { byId, Done, id, line, Pagination, Paging, text, time, title } from '../common.ts'
import { isOwnFieldName, type OwnFieldName } from '../lead-fields/own-fields.ts'
import { clickIdFields, SOURCE_MAX } from '../leads/attribution.ts'
import { dateOrders, type ImportTarget } from '../leads/sheets/lead-import.ts'
import { route } from '../route.ts'

/** Maximum size of a request, in bytes; a larger one gets 413. */
export const DELIVERY_BYTES = 262_144
/** Requests of one source per minute. Each process counts its own; further ones get 429. */
export const DELIVERIES_PER_MINUTE = 600
export const LEAD_SOURCES_MAX = 30
/** How long a source waits for a sample. */
export const CAPTURE_MINUTES = 10
/** The same body from one source within this time is one request, if nothing else identifies it. */
export const SAME_BODY_MINUTES = 10
export const SOURCE_FIELDS_MAX = 200
export const FIELD_PATH_MAX = 200
export const FIELD_VALUE_MAX = 5_000
/** Characters of a request that are shown. */
export const DELIVERY_RAW_SHOWN = 8_192
/** Rows that one click repairs. */
export const REPAIRS_MAX = 500

/**
 * Who sends to the address: any system (JSON or a form), Google Ads lead forms, TikTok instant forms, or mail.
 */
export const leadSourceKinds = ['web', 'google_ads', 'tiktok', 'email'] as const
export type LeadSourceKind = (typeof leadSourceKinds)[number]

/** Lead fields of the registry that a field of a request may fill. */
const ofRegistry = [
  'name',
  'phone',
  'email',
  'message',
  'status',
  'source',
  'value',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmContent',
  'utmTerm',
] as const satisfies readonly ImportTarget[]
export const sourceTargets = [...ofRegistry, 'landingPage', 'referrer', ...clickIdFields] as const
export type SourceTarget = (typeof sourceTargets)[number]
/** `note`: kept with the enquiry under its name. `none`: left out. */
export const NOTE = 'note'
export const NONE = 'none'
export type SourceChoice = SourceTarget | OwnFieldName | typeof NOTE | typeof NONE
const isChoice = (value: string): value is SourceChoice =>
  value === NOTE || value === NONE || isOwnFieldName(value) || sourceTargets.some((target) => target === value)
const Choice = z.string().max(40).refine(isChoice, 'invalid_value')

const path = z.string().min(1).max(FIELD_PATH_MAX)
const few = (most: number) => (values: object) => Object.keys(values).length <= most
export const SourceMapping = z.object({
  /** What the fields of a request hold, by their paths. Fields that are not named are kept as notes. */
  columns: z.record(path, Choice).refine(few(SOURCE_FIELDS_MAX), 'out_of_range'),
  /** Texts that stand for a status or an option: by target, then by text; null: the default. */
  values: z
    .record(z.string().max(40), z.record(z.string().max(500), z.string().max(40).nullable()))
    .refine(few(SOURCE_FIELDS_MAX), 'out_of_range')
    .default({}),
  dateOrder: z.enum(dateOrders).default('dmy'),
})
export type SourceMapping = z.output<typeof SourceMapping>

const SourceShape = z.object({
  name: title,
  /** The source that the leads get, unless the request names one. */
  source: line(SOURCE_MAX, 1),
  /** Null: fields are recognised by their names. */
  mapping: SourceMapping.nullable(),
  /** The status of new leads; null: the default. */
  statusId: id.nullable(),
  /** Who gets new leads; null: as the campaign's rule decides. */
  assignedTo: id.nullable(),
  isEnabled: z.boolean(),
})
export const LeadSourceChanges = SourceShape.partial()
export type LeadSourceChanges = z.output<typeof LeadSourceChanges>

/**
 * Why no lead came of a request: nothing was found in it; it has no valid phone or e-mail; Google's key is not that of
 * the source; its campaign was deleted; an error of the server, which tried several times.
 */
export const unreadReasons = ['no_fields', 'no_contact', 'wrong_key', 'campaign_deleted', 'failed'] as const
export type UnreadReason = (typeof unreadReasons)[number]

/** What the requests to a source became. */
const Counts = z.object({
  leads: z.number().int(),
  unread: z.number().int(),
  lastAt: time.nullable(),
})
export const LeadSource = SourceShape.extend({
  _id: id,
  campaignId: id,
  kind: z.enum(leadSourceKinds),
  /** The URL or the e-mail address to which leads are sent. */
  address: z.string(),
  /** The key that is entered at Google beside the URL; null for other kinds. */
  googleKey: z.string().nullable(),
  /** Until when it waits for a sample; null: it does not. */
  capturesUntil: time.nullable(),
  counts: Counts,
  createdAt: time,
})
export type LeadSource = z.output<typeof LeadSource>

export const SourceField = z.object({
  path: z.string(),
  /** The field's name for people: as the sender gave it, else the path. */
  label: z.string(),
  value: z.string(),
  /** What the field seems to hold; null: not recognised. */
  suggested: Choice.nullable(),
})
export type SourceField = z.output<typeof SourceField>
const Sample = z.object({ at: time, fields: z.array(SourceField) })

export const LeadDelivery = z.object({
  _id: id,
  sourceId: id,
  sourceName: z.string(),
  campaignId: id,
  at: time,
  state: z.enum(['waiting', 'lead', 'repeated', 'test', 'unread']),
  reason: z.enum(unreadReasons).nullable(),
  /** The sender's network. */
  address: z.string(),
  contentType: z.string().nullable(),
  /** The beginning of the request as it came; bytes that are no text are in base64. */
  raw: z.string(),
  fields: z.array(SourceField.omit({ suggested: true })),
  lead: z.object({ _id: id, campaignId: id, name: z.string() }).nullable(),
})
export type LeadDelivery = z.output<typeof LeadDelivery>

/** What a lead would be made of a sample. */
const Preview = z.object({
  lead: z
    .object({
      name: z.string(),
      phone: z.string().nullable(),
      email: z.string().nullable(),
      message: z.string().nullable(),
      source: z.string(),
      statusId: id.nullable(),
    })
    .nullable(),
  reason: z.enum(unreadReasons).nullable(),
  notes: z.array(z.object({ label: z.string(), value: z.string() })),
})

const One = z.object({ success: z.literal(true), source: LeadSource })
const owner = { access: 'Owner' } as const

export const leadSourceRoutes = {
  list: route({
    ...owner,
    method: 'GET',
    path: '/lead-sources',
    summary: 'The sources that send leads to a campaign, or to all, newest first',
    query: z.object({ campaignId: id.optional() }),
    reply: z.object({ success: z.literal(true), sources: z.array(LeadSource) }),
  }),
  create: route({
    ...owner,
    method: 'POST',
    path: '/lead-sources',
    summary: 'Make an address to which another system sends leads',
    idempotent: true,
    body: z.object({ campaignId: id, kind: z.enum(leadSourceKinds), name: title }),
    reply: One,
    status: () => 201,
  }),
  get: route({
    ...owner,
    method: 'GET',
    path: '/lead-sources/:id',
    summary: 'One source, with its sample',
    params: byId,
    reply: One.extend({ sample: Sample.nullable() }),
  }),
  change: route({
    ...owner,
    method: 'PATCH',
    path: '/lead-sources/:id',
    summary: 'Change a source: its mapping, its defaults, whether it is open',
    params: byId,
    body: LeadSourceChanges,
    reply: One,
  }),
  rotate: route({
    ...owner,
    method: 'POST',
    path: '/lead-sources/:id/rotate',
    summary: 'Give a source a new address; the previous one ends at once',
    params: byId,
    reply: One,
  }),
  remove: route({
    ...owner,
    method: 'DELETE',
    path: '/lead-sources/:id',
    summary: 'Delete a source and the requests that it kept; its leads stay',
    params: byId,
    reply: Done,
  }),
  capture: route({
    ...owner,
    method: 'POST',
    path: '/lead-sources/:id/capture',
    summary: `Take the next request of ${CAPTURE_MINUTES} minutes as the sample; it becomes a lead as well`,
    params: byId,
    reply: One,
  }),
  paste: route({
    ...owner,
    method: 'POST',
    path: '/lead-sources/:id/sample',
    summary: 'Enter a sample: JSON, a form body, or the text of a mail. No lead is made of it',
    params: byId,
    body: z.object({ text: text(DELIVERY_BYTES / 4, 1) }),
    reply: z.object({ success: z.literal(true), sample: Sample }),
  }),
  preview: route({
    ...owner,
    method: 'POST',
    path: '/lead-sources/:id/preview',
    summary: 'What a lead of the sample would be by this mapping; nothing is stored',
    params: byId,
    body: z.object({ mapping: SourceMapping.nullable() }),
    reply: z.object({ success: z.literal(true), preview: Preview }),
  }),
  deliveries: route({
    method: 'GET',
    path: '/lead-sources/deliveries',
    access: 'None',
    can: 'leads.repair',
    summary: 'Requests of the sources of a campaign, or of all that the caller may repair, newest first',
    query: Paging.extend({
      campaignId: id.optional(),
      sourceId: id.optional(),
      state: z.enum(['all', 'unread']).default('unread'),
    }),
    reply: z.object({ success: z.literal(true), deliveries: z.array(LeadDelivery), pagination: Pagination }),
  }),
  repair: route({
    method: 'POST',
    path: '/lead-sources/deliveries/repair',
    access: 'None',
    can: 'leads.repair',
    summary: `Read requests again that could not be read: those named, or all of a source (at most ${REPAIRS_MAX})`,
    body: z
      .object({
        ids: z.array(id).min(1).max(REPAIRS_MAX).optional(),
        sourceId: id.optional(),
        /** Of a single request: corrected values, by the paths of their fields. */
        corrections: z.record(path, text(FIELD_VALUE_MAX)).refine(few(SOURCE_FIELDS_MAX), 'out_of_range').default({}),
      })
      .refine(({ ids, sourceId }) => (ids === undefined) !== (sourceId === undefined), {
        path: ['ids'],
        error: 'required',
      })
      .refine(({ ids, corrections }) => ids?.length === 1 || Object.keys(corrections).length === 0, {
        path: ['corrections'],
        error: 'invalid_value',
      }),
    reply: z.object({ success: z.literal(true), repaired: z.number().int(), unread: z.number().int() }),
  }),
  discard: route({
    method: 'DELETE',
    path: '/lead-sources/deliveries/:id',
    access: 'None',
    can: 'leads.repair',
    summary: 'Discard a request that could not be read',
    params: byId,
    reply: Done,
  }),
}
