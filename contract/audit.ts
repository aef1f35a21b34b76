import { z } from 'zod'
import { day, id, LIMIT_MAX, time } from './common.ts'
import { PAGE_SIZE } from './constants.ts'
import { subjectKinds } from './events/catalogue.ts'
import { auditKinds } from './events/events.ts'
import { heavyGet, route } from './route.ts'

export const AUDIT_EXPORT_MAX = 250_000
/** Lifetime of a download URL, in seconds. */
export const AUDIT_LINK_SECONDS = 300
/** Maximum number of people, of API keys and of campaigns that are offered as filter values. */
export const AUDIT_ACTORS_MAX = 500

/** The cursor of an audit log row. */
const position = z.string().regex(/^\d{1,19}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

const Filters = z.object({
  /** User id or API key id. */
  by: id,
  kind: z.enum(auditKinds),
  /** All kinds but this one. */
  without: z.enum(auditKinds),
  /** The name of an event: `member.changed`. */
  action: z.string().max(60),
  from: day,
  to: day,
  /** Id of the event's subject: a lead, campaign, user, key, number, form, call … */
  about: id,
})
export const AuditFilters = Filters.partial()
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditQuery = AuditFilters.extend({
  /** Cursors: rows older than `before`, or newer than `after`. */
  before: position.optional(),
  after: position.optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(PAGE_SIZE),
})

/**
 * A value as a list of parts. `name` says what the part belongs to, such as the campaign in which a role applies. Phone
 * numbers are in E.164.
 */
export const AuditValue = z.array(z.object({ name: z.string().nullable(), text: z.string() }))
export type AuditValue = z.output<typeof AuditValue>

export const AuditRow = z.object({
  _id: id,
  /** Cursor of this row, for the next page. */
  position,
  at: time,
  event: z.string(),
  kind: z.enum(auditKinds),
  /** The actor; `name` is null when the account no longer exists. */
  by: z.object({
    kind: z.enum(['person', 'key', 'form', 'automation', 'system']),
    _id: id.nullable(),
    name: z.string().nullable(),
    image: z.string().nullable(),
  }),
  /** The action in the caller's language; all texts below are localized, too. */
  action: z.string(),
  subject: z
    .object({
      kind: z.enum(subjectKinds),
      _id: id.nullable(),
      /** The campaign that the subject belongs to. */
      campaignId: id.nullable(),
      name: z.string().nullable(),
      /** Whether the subject still exists, so that it can be linked to. */
      isThere: z.boolean(),
    })
    .nullable(),
  /**
   * The changes and facts that the event recorded. An empty value is an empty array. A fact that is not a change has
   * null in `before`.
   */
  details: z.array(z.object({ name: z.string(), label: z.string(), before: AuditValue.nullable(), after: AuditValue })),
  from: z.object({ ip: z.string(), device: z.string() }).nullable(),
})
export type AuditRow = z.output<typeof AuditRow>

export const auditRoutes = {
  list: route({
    ...heavyGet,
    path: '/audit',
    access: 'Owner',
    can: 'business.settings',
    summary: 'The audit log: who did what to what, from where, before and after; newest first',
    query: AuditQuery,
    reply: z.object({
      success: z.literal(true),
      rows: z.array(AuditRow),
      /** Whether newer and older rows exist beyond this page. */
      hasNewer: z.boolean(),
      hasOlder: z.boolean(),
    }),
  }),
  choices: route({
    ...heavyGet,
    path: '/audit/choices',
    access: 'Owner',
    can: 'business.settings',
    summary: 'By whom and by what the log can be narrowed',
    query: AuditFilters.pick({ about: true }),
    reply: z.object({
      success: z.literal(true),
      /** Present and former members. Contact details of former members are left out. */
      people: z.array(
        z.object({ _id: id, name: z.string(), email: z.string().nullable(), phone: z.string().nullable() }),
      ),
      keys: z.array(z.object({ _id: id, name: z.string() })),
      /** Includes deleted campaigns. */
      campaigns: z.array(z.object({ _id: id, name: z.string() })),
      /** The subject by which the log is filtered; null if it no longer has a name. */
      about: z.object({ _id: id, name: z.string() }).nullable(),
      actions: z.array(z.object({ event: z.string(), kind: z.enum(auditKinds), label: z.string() })),
    }),
  }),
  exportLink: route({
    method: 'POST',
    path: '/audit/export',
    access: 'Owner',
    can: 'business.settings',
    whileClosing: true,
    summary: `An address, for five minutes, of the log as a CSV file (at most ${AUDIT_EXPORT_MAX} rows)`,
    body: AuditFilters,
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time }),
  }),
}
