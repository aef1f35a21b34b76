import { z } from 'zod'
import { byId, Done, id, line } from '../../common.ts'
import { type Route, route } from '../../route.ts'
import { User } from '../../team/users.ts'

/** Lists whose filters and order can be saved under a name. */
export const viewLists = ['leads', 'calls'] as const
export type ViewList = (typeof viewLists)[number]

/** Maximum number of shared views of a business's list, and of private views of one member. */
export const SAVED_VIEWS_MAX = 50
export const VIEW_NAME_MAX = 40
/** Maximum length of a view's query as JSON. */
export const VIEW_QUERY_MAX = 10_000

/** Kinds of things that a query names. */
export const namedKinds = ['status', 'person', 'campaign', 'tag', 'number'] as const
export type NamedKind = (typeof namedKinds)[number]

type About<Query> = { path: `/${string}`; can?: Route['can']; query: Query; of: string }

function shapesOf<Query extends z.ZodType>(query: Query) {
  const View = z.object({
    _id: id,
    name: z.string(),
    /** Every member of the business who may open the list may open it; each sees only the rows that they may read. */
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
    query,
    /** Kinds of things that the query names and that were deleted, or that the caller may not see. */
    missing: z.array(z.enum(namedKinds)),
  })
  const name = line(VIEW_NAME_MAX, 1)
  const New = z.object({
    name,
    isShared: z.boolean().default(false),
    isPinned: z.boolean().default(false),
    query,
  })
  const fields = z.object({ name, isShared: z.boolean(), isPinned: z.boolean(), query }).partial()
  /**
   * Omitted fields stay unchanged. `expected` holds the previous values of the changed fields, as the client saw them. If
   * one has changed since, the reply is 409.
   */
  const Changes = fields.extend({
    expected: fields.optional(),
    /** Sets or clears the caller's own default, for any view that they may open. */
    isDefault: z.boolean().optional(),
    /** Moves the view before another one of its group, the shared or the private ones; null: to the end. */
    before: id.nullable().optional(),
  })
  return { View, New, Changes }
}

/** The shapes and routes of the saved views of one list; `query`: what a view keeps of it, `of`: the list's name. */
export function savedViewsOf<Query extends z.ZodType>({ path, can, query, of }: About<Query>) {
  const { View, New, Changes } = shapesOf(query)
  const One = z.object({ success: z.literal(true), view: View })
  const members = { access: 'None', ...(can && { can }) } as const
  const routes = {
    list: route({
      method: 'GET',
      path,
      ...members,
      summary: `The business's shared views of the ${of} list, then the caller's private ones, each in their order`,
      reply: z.object({ success: z.literal(true), views: z.array(View) }),
    }),
    create: route({
      method: 'POST',
      path,
      ...members,
      summary: `Save a view of the ${of} list. Sharing and pinning need the role Owner, Admin or Lead in the business`,
      body: New,
      reply: One,
      status: () => 201,
    }),
    change: route({
      method: 'PATCH',
      path: `${path}/:id`,
      ...members,
      summary: `Change or move a view of the ${of} list: a private one its owner's, a shared one by its owner, Owners and Admins`,
      params: byId,
      body: Changes,
      reply: One,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      ...members,
      summary: `Delete a view of the ${of} list; it can be restored for 30 days`,
      params: byId,
      reply: Done,
    }),
    restore: route({
      method: 'POST',
      path: `${path}/:id/restore`,
      ...members,
      summary: `Restore a deleted view of the ${of} list`,
      params: byId,
      reply: One,
    }),
  }
  return { View, New, Changes, routes }
}
