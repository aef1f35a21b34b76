import { z } from 'zod'
import { byId, Done, id, line, SEARCH_MAX, text } from '../../common.ts'
import { route } from '../../route.ts'
import { leadViews as looks, User } from '../../team/users.ts'
import { datePresets } from '../../values/date-presets.ts'
import { LeadFilters } from '../lead-filters.ts'
import { DEFAULT_LEAD_SORT, SentSort } from '../lead-sorts.ts'
import { ShownColumns } from '../table-views.ts'

/** Maximum number of shared views of a business, and of private views of one member. */
export const LEAD_VIEWS_MAX = 50
export const LEAD_VIEW_NAME_MAX = 40
/** Maximum length of a view's query as JSON. */
export const LEAD_VIEW_QUERY_MAX = 10_000

/** The search parameters of a lead list's URL, except the page. */
export const LeadViewQuery = z
  .strictObject({
    look: z.enum(looks),
    /** Null: all campaigns that the reader may read. */
    campaignId: id.nullable().default(null),
    sort: SentSort.default(DEFAULT_LEAD_SORT),
    search: text(SEARCH_MAX, 1).optional(),
    filters: LeadFilters.omit({ option: true })
      .extend({
        /** Relative to the day on which the view is opened; excludes `from` and `to`. */
        date: z.enum(datePresets).optional(),
      })
      .default({}),
    /** The columns of the table, in order; absent: those that the reader has chosen for themselves. */
    columns: ShownColumns.optional(),
  })
  .refine(({ filters: { date, from, to } }) => !date || !(from || to), {
    path: ['filters', 'date'],
    message: 'invalid_value',
  })
  .refine((query) => JSON.stringify(query).length <= LEAD_VIEW_QUERY_MAX, 'too_long')
export type LeadViewQuery = z.output<typeof LeadViewQuery>

/** Kinds of things that a query names. */
export const namedKinds = ['status', 'person', 'campaign', 'tag'] as const
export type NamedKind = (typeof namedKinds)[number]

export const LeadView = z.object({
  _id: id,
  name: z.string(),
  /** Every member of the business may open it; each sees only the leads that they may read. */
  isShared: z.boolean(),
  /** Stands as a tab above the list: a shared view for every member, a private one for its owner. */
  isPinned: z.boolean(),
  /** The caller's list of all campaigns opens with it. */
  isDefault: z.boolean(),
  /** The caller made it. */
  isOwn: z.boolean(),
  /** Whether the caller may change, move and delete it. */
  mayChange: z.boolean(),
  createdBy: User,
  query: LeadViewQuery,
  /** Kinds of things that the query names and that were deleted, or that the caller may not see. */
  missing: z.array(z.enum(namedKinds)),
})
export type LeadView = z.output<typeof LeadView>

const name = line(LEAD_VIEW_NAME_MAX, 1)
export const NewLeadView = z.object({
  name,
  isShared: z.boolean().default(false),
  isPinned: z.boolean().default(false),
  query: LeadViewQuery,
})
export type NewLeadView = z.output<typeof NewLeadView>

const fields = z.object({ name, isShared: z.boolean(), isPinned: z.boolean(), query: LeadViewQuery }).partial()
/**
 * Omitted fields stay unchanged. `expected` holds the previous values of the changed fields, as the client saw them. If
 * one has changed since, the reply is 409.
 */
export const LeadViewChanges = fields.extend({
  expected: fields.optional(),
  /** Sets or clears the caller's own default, for any view that they may open. */
  isDefault: z.boolean().optional(),
  /** Moves the view before another one of its group, the shared or the private ones; null: to the end. */
  before: id.nullable().optional(),
})
export type LeadViewChanges = z.output<typeof LeadViewChanges>

const One = z.object({ success: z.literal(true), view: LeadView })
const members = { access: 'None' } as const

export const leadViewRoutes = {
  list: route({
    method: 'GET',
    path: '/lead-views',
    ...members,
    summary: "The business's shared views of the lead list, then the caller's private ones, each in their order",
    reply: z.object({ success: z.literal(true), views: z.array(LeadView) }),
  }),
  create: route({
    method: 'POST',
    path: '/lead-views',
    ...members,
    summary: 'Save a view of the lead list. Sharing and pinning need the role Owner, Admin or Lead in the business',
    body: NewLeadView,
    reply: One,
    status: () => 201,
  }),
  change: route({
    method: 'PATCH',
    path: '/lead-views/:id',
    ...members,
    summary: "Change or move a view: a private one its owner's, a shared one by its owner, Owners and Admins",
    params: byId,
    body: LeadViewChanges,
    reply: One,
  }),
  remove: route({
    method: 'DELETE',
    path: '/lead-views/:id',
    ...members,
    summary: 'Delete a view; it can be restored for 30 days',
    params: byId,
    reply: Done,
  }),
  restore: route({
    method: 'POST',
    path: '/lead-views/:id/restore',
    ...members,
    summary: 'Restore a deleted view',
    params: byId,
    reply: One,
  }),
}
