import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { CallView, CallViewChanges, NewCallView } from '#contract/leads/saved-views/call-views.ts'
import type { LeadView, LeadViewChanges, NewLeadView } from '#contract/leads/saved-views/lead-views.ts'
import { type NamedKind, namedKinds, SAVED_VIEWS_MAX, type ViewList } from '#contract/leads/saved-views/saved-views.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Changes } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { canReadCampaign } from '../access/access.rules.ts'
import * as queries from './saved-views.queries.ts'
import * as rules from './saved-views.rules.ts'

export type ViewContext = { db: Db; caller: Member; list: ViewList }
type Context = ViewContext
type SavedView = LeadView | CallView
type NewView = NewLeadView | NewCallView
type ViewChanges = LeadViewChanges | CallViewChanges
type View = rules.StoredView

/** The views that the caller may open: the shared ones, then their own. */
export async function listViews({ db, caller, list }: Context): Promise<SavedView[]> {
  const views = await queries.listViews(db, caller.businessId, { userId: caller.userId, list })
  return present(
    { db, caller, list },
    views.filter((view) => rules.canOpenView(caller, view)),
  )
}

async function present({ db, caller }: Context, views: readonly View[]): Promise<SavedView[]> {
  const named = views.map(({ query }) => rules.namedIn(query))
  const all = Object.fromEntries(namedKinds.map((kind) => [kind, named.flatMap((one) => one[kind])])) as rules.Named
  const isAny = namedKinds.some((kind) => all[kind].length > 0)
  const existing = isAny ? await queries.listExisting(db, caller.businessId, all) : new Set<string>()
  const isThere = (kind: NamedKind, id: string) =>
    existing.has(id) && (kind !== 'campaign' || canReadCampaign(caller, id))
  return views.map(({ ownerId, position: _, list: __, ...view }) => ({
    ...view,
    isOwn: ownerId === caller.userId,
    mayChange: rules.canChangeView(caller, { ...view, ownerId }),
    missing: rules.missingIn(view.query, isThere),
  })) as SavedView[]
}

async function presentOne(context: Context, id: string): Promise<SavedView> {
  const [view] = await present(context, [await requireView(context, id)])
  return view as SavedView
}

/** A view that the caller may open; others do not exist for them. */
async function requireView({ db, caller, list }: Context, id: string, options?: { isDeleted: boolean }): Promise<View> {
  const view = await queries.findView(db, caller.businessId, { userId: caller.userId, list, id, ...options })
  if (!view || !rules.canOpenView(caller, view)) throw new AppError('saved_view_not_found')
  return view
}

/** Views that are ordered together: the shared ones, or the caller's private ones. */
const groupOf = (views: readonly View[], isShared: boolean) => views.filter((view) => view.isShared === isShared)

/** Locks the views of the business, reads those of the caller and runs `act`. */
const changing = <T>({ db, caller, list }: Context, act: (context: Context, views: View[]) => Promise<T>) =>
  db.transaction().execute(async (tx) => {
    await queries.lockViews(tx, caller.businessId)
    return act(
      { db: tx, caller, list },
      await queries.listViews(tx, caller.businessId, { userId: caller.userId, list }),
    )
  })

/** Refuses a full group and a name that another view of the group has. */
function refuse({ _id, name, isShared }: Pick<View, 'name' | 'isShared'> & { _id?: string }, views: readonly View[]) {
  const others = groupOf(views, isShared).filter((view) => view._id !== _id)
  if (others.length >= SAVED_VIEWS_MAX) throw new AppError('too_many_saved_views')
  const isTaken = others.some((view) => view.name.toLowerCase() === name.toLowerCase())
  if (isTaken) throw invalidInput('name', 'saved_view_name_taken')
}

const nextPosition = (views: readonly View[], isShared: boolean) =>
  Math.max(-1, ...groupOf(views, isShared).map(({ position }) => position)) + 1

const about = ({ _id, name }: Pick<View, '_id' | 'name'>, changes?: Changes) => ({
  campaignId: ALL_CAMPAIGNS as typeof ALL_CAMPAIGNS,
  viewId: _id,
  personal: { name, ...(changes && { changes }) },
})

export const createView = (context: Context, wanted: NewView): Promise<SavedView> =>
  changing(context, async (inTx, views) => {
    const { db: tx, caller, list } = inTx
    const { name, isShared, isPinned, query } = wanted
    if ((isShared || isPinned) && !rules.canShareViews(caller)) throw new AppError('forbidden')
    refuse(wanted, views)
    const id = newId()
    const position = nextPosition(views, isShared)
    const row = { id, list, ownerId: caller.userId, name, isShared, isPinned, query, position }
    await queries.insertView(tx, caller.businessId, row)
    if (isShared) await emit(tx, caller, 'view.shared', about({ _id: id, name }))
    return presentOne(inTx, id)
  })

export const changeView = (context: Context, id: string, wanted: ViewChanges): Promise<SavedView> =>
  changing(context, async (inTx, views) => {
    const { businessId, userId } = inTx.caller
    const of = { userId, list: inTx.list, viewId: id }
    const view = await requireView(inTx, id)
    const changed = rules.differing(view, wanted)
    const isMoved = wanted.before !== undefined
    if ((changed.length > 0 || isMoved) && !rules.canChangeView(inTx.caller, view)) throw new AppError('forbidden')
    if (rules.wasChanged(view, wanted)) throw new AppError('changed_meanwhile')
    if (changed.length > 0) await store(inTx, views, { view, wanted, changed })
    if (wanted.before !== undefined) await move(inTx, id, wanted.before)
    if (wanted.isDefault === true) await queries.upsertDefault(inTx.db, businessId, of)
    if (wanted.isDefault === false) await queries.deleteDefault(inTx.db, businessId, of)
    return presentOne(inTx, id)
  })

type Change = { view: View; wanted: ViewChanges; changed: ReturnType<typeof rules.differing> }
async function store({ db: tx, caller }: Context, views: readonly View[], { view, wanted, changed }: Change) {
  const { name = view.name, isShared = view.isShared, isPinned = view.isPinned, query = view.query } = wanted
  const isMoreVisible = (isShared && !view.isShared) || (isPinned && !view.isPinned)
  if (isMoreVisible && !rules.canShareViews(caller)) throw new AppError('forbidden')
  // A private view belongs to one person, so only the owner of a shared view can make it private.
  if (view.isShared && !isShared && view.ownerId !== caller.userId) throw new AppError('forbidden')
  const isRegrouped = isShared !== view.isShared
  if (isRegrouped || changed.includes('name')) refuse({ _id: view._id, name, isShared }, views)
  const position = isRegrouped ? nextPosition(views, isShared) : view.position
  const after: View = { ...view, name, isShared, isPinned, query, position }
  await queries.updateView(tx, caller.businessId, after)
  if (isRegrouped) await emit(tx, caller, isShared ? 'view.shared' : 'view.unshared', about(after))
  else if (isShared) await emitChange(tx, caller, { before: view, after, changed })
}

async function emitChange(
  tx: Db,
  caller: Member,
  { before, after, changed }: { before: View; after: View; changed: Change['changed'] },
) {
  const changes: Changes = {}
  if (changed.includes('isPinned')) changes.isPinned = [before.isPinned, after.isPinned]
  // The query is not logged, because it may contain a search for a person.
  if (changed.includes('query')) changes.query = [null, true]
  const personal = changed.includes('name') ? { name: [before.name, after.name] as [unknown, unknown] } : undefined
  await emit(tx, caller, 'view.changed', { ...about(after, personal), changes })
}

async function move({ db: tx, caller, list }: Context, id: string, before: string | null) {
  const views = await queries.listViews(tx, caller.businessId, { userId: caller.userId, list })
  const view = views.find(({ _id }) => _id === id) as View
  const order = groupOf(views, view.isShared).map(({ _id }) => _id)
  if (before !== null && !order.includes(before)) throw new AppError('saved_view_not_found')
  const moved = rules.orderMoved(order, id, before)
  const [from, to] = [order.indexOf(id), moved.indexOf(id)]
  if (from === to) return
  await queries.updateOrder(tx, caller.businessId, moved)
  if (view.isShared) await emit(tx, caller, 'view.changed', { ...about(view), changes: { position: [from, to] } })
}

export const removeView = (context: Context, id: string, at: Date) =>
  changing(context, async (inTx) => {
    const { db: tx, caller } = inTx
    const view = await requireView(inTx, id)
    if (!rules.canChangeView(caller, view)) throw new AppError('forbidden')
    await queries.updateDeleted(tx, caller.businessId, id, at.toISOString())
    if (view.isShared) await emit(tx, caller, 'view.deleted', about(view))
  })

export const restoreView = (context: Context, id: string): Promise<SavedView> =>
  changing(context, async (inTx, views) => {
    const { db: tx, caller } = inTx
    if (views.some(({ _id }) => _id === id)) return presentOne(inTx, id)
    const view = await requireView(inTx, id, { isDeleted: true })
    if (!rules.canChangeView(caller, view)) throw new AppError('forbidden')
    const others = groupOf(views, view.isShared)
    if (others.length >= SAVED_VIEWS_MAX) throw new AppError('too_many_saved_views')
    const isTaken = others.some(({ name }) => name.toLowerCase() === view.name.toLowerCase())
    if (isTaken) throw new AppError('saved_view_name_taken')
    await queries.updateDeleted(tx, caller.businessId, id, null)
    if (view.isShared) await emit(tx, caller, 'view.restored', about(view))
    return presentOne(inTx, id)
  })
