import type { FastifyInstance } from 'fastify'
import {
  type CallView,
  type CallViewChanges,
  callViewRoutes,
  type NewCallView,
} from '#contract/leads/saved-views/call-views.ts'
import {
  type LeadView,
  type LeadViewChanges,
  leadViewRoutes,
  type NewLeadView,
} from '#contract/leads/saved-views/lead-views.ts'
import type { ViewList } from '#contract/leads/saved-views/saved-views.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeView, createView, listViews, removeView, restoreView, type ViewContext } from './saved-views.service.ts'

type Shapes = {
  leads: { view: LeadView; created: NewLeadView; changes: LeadViewChanges }
  calls: { view: CallView; created: NewCallView; changes: CallViewChanges }
}
type Context = Omit<ViewContext, 'list'>
type ById = { params: { id: string } }

export function mountSavedViews(app: FastifyInstance, { now }: Deps) {
  const [ofLeads, ofCalls] = [handlersOf('leads', now), handlersOf('calls', now)]
  handle(app, leadViewRoutes.list, ofLeads.list)
  handle(app, leadViewRoutes.create, ofLeads.create)
  handle(app, leadViewRoutes.change, ofLeads.change)
  handle(app, leadViewRoutes.remove, ofLeads.remove)
  handle(app, leadViewRoutes.restore, ofLeads.restore)
  handle(app, callViewRoutes.list, ofCalls.list)
  handle(app, callViewRoutes.create, ofCalls.create)
  handle(app, callViewRoutes.change, ofCalls.change)
  handle(app, callViewRoutes.remove, ofCalls.remove)
  handle(app, callViewRoutes.restore, ofCalls.restore)
}

/** The handlers of a list's views. Their queries are of this list, because only its routes store them. */
function handlersOf<L extends ViewList>(list: L, now: () => Date) {
  type View = Shapes[L]['view']
  const one = async (view: Promise<LeadView | CallView>) => ({ success: true as const, view: (await view) as View })
  return {
    list: async (_: unknown, context: Context) => ({
      success: true as const,
      views: (await listViews({ ...context, list })) as View[],
    }),
    create: ({ body }: { body: Shapes[L]['created'] }, context: Context) => one(createView({ ...context, list }, body)),
    change: ({ params, body }: ById & { body: Shapes[L]['changes'] }, context: Context) =>
      one(changeView({ ...context, list }, params.id, body)),
    remove: async ({ params }: ById, context: Context) => {
      await removeView({ ...context, list }, params.id, now())
      return { success: true as const }
    },
    restore: ({ params }: ById, context: Context) => one(restoreView({ ...context, list }, params.id)),
  }
}
