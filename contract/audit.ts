import { z } from 'zod'
import { day, id, LIMIT_MAX, time } from './common.ts'
import { PAGE_SIZE } from './constants.ts'
import { subjectKinds } from './events/catalogue.ts'
import { auditKinds } from './events/events.ts'
import { heavyGet, route } from './route.ts'

export const AUDIT_EXPORT_MAX = 250_000
/** How long the address of a file works. */
export const AUDIT_LINK_SECONDS = 300
/** People, keys and campaigns that can be chosen from, of each. */
export const AUDIT_ACTORS_MAX = 500

/** A place in the log, as its rows and pages name it. */
const position = z.string().regex(/^\d{1,19}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

const Filters = z.object({
  /** A person or a key. */
  by: id,
  kind: z.enum(auditKinds),
  /** The name of an event: `member.changed`. */
  action: z.string().max(60),
  from: day,
  to: day,
  /** A lead, a campaign, a person, a key, a number, a form, a call … by its id. */
  about: id,
})
export const AuditFilters = Filters.partial()
export type AuditFilters = z.output<typeof AuditFilters>

export const AuditQuery = AuditFilters.extend({
  /** Older than this row; newer than it. */
  before: position.optional(),
  after: position.optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(PAGE_SIZE),
})

/** A value in pieces; `name` is what a piece belongs to: the campaign of a role. Phones stand in E.164. */
export const AuditValue = z.array(z.object({ name: z.string().nullable(), text: z.string() }))
export type AuditValue = z.output<typeof AuditValue>

export const AuditRow = z.object({
  _id: id,
  /** Its place, for the next page. */
  position,
  at: time,
  event: z.string(),
  kind: z.enum(auditKinds),
  /** Who did it; a person without a name is there no more. */
  by: z.object({
    kind: z.enum(['person', 'key', 'form', 'system']),
    _id: id.nullable(),
    name: z.string().nullable(),
    image: z.string().nullable(),
  }),
  /** In the reader's language, as everything below. */
  action: z.string(),
  subject: z
    .object({
      kind: z.enum(subjectKinds),
      _id: id.nullable(),
      /** The campaign that it lies in. */
      campaignId: id.nullable(),
      name: z.string().nullable(),
      /** Whether there is something to be opened still. */
      isThere: z.boolean(),
    })
    .nullable(),
  /** `before` and `after` of what changed, empty where there was none; what was not a change has no `before`. */
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
      /** Those that were deleted, too. */
      campaigns: z.array(z.object({ _id: id, name: z.string() })),
      /** What the log is narrowed to, by its name; null: it has none any more. */
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
