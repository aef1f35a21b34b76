import type { FastifyInstance } from 'fastify'
import { statusRoutes } from '#contract/leads/statuses.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { removeStatus, startWith } from './removal.service.ts'
import { changeStatus, createStatus, moveStatus, readSettings } from './statuses.service.ts'

export function mountStatuses(app: FastifyInstance, deps: Deps) {
  handle(app, statusRoutes.list, (_, context) => readSettings(context))
  handle(app, statusRoutes.create, async ({ body }, context) => ({
    success: true,
    status: await createStatus(context, body),
  }))
  handle(app, statusRoutes.change, async ({ params, body }, context) => ({
    success: true,
    status: await changeStatus(context, params.id, body),
  }))
  handle(app, statusRoutes.order, async ({ body }, context) => ({
    success: true,
    order: await moveStatus(context, body),
  }))
  handle(app, statusRoutes.remove, ({ params, body }, context) =>
    removeStatus(deps, context, params.id, body.replacement),
  )
  handle(app, statusRoutes.start, async ({ body }, context) => ({
    success: true,
    statuses: await startWith(context, body.set),
  }))
}
