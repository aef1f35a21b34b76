import type { FastifyInstance } from 'fastify'
import { leadViewRoutes } from '#contract/leads/views/lead-views.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeView, createView, listViews, removeView, restoreView } from './lead-views.service.ts'

export function mountLeadViews(app: FastifyInstance, { now }: Deps) {
  handle(app, leadViewRoutes.list, async (_, context) => ({ success: true, views: await listViews(context) }))
  handle(app, leadViewRoutes.create, async ({ body }, context) => ({
    success: true,
    view: await createView(context, body),
  }))
  handle(app, leadViewRoutes.change, async ({ params, body }, context) => ({
    success: true,
    view: await changeView(context, params.id, body),
  }))
  handle(app, leadViewRoutes.remove, async ({ params }, context) => {
    await removeView(context, params.id, now())
    return { success: true }
  })
  handle(app, leadViewRoutes.restore, async ({ params }, context) => ({
    success: true,
    view: await restoreView(context, params.id),
  }))
}
