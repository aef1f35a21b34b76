import type { FastifyInstance } from 'fastify'
import { messageTemplateRoutes as routes } from '#contract/leads/messages/message-templates.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { chooseValues } from './account-templates.service.ts'
import * as service from './message-templates.service.ts'
import { findValues } from './template-values.service.ts'

export function mountMessageTemplates(app: FastifyInstance, deps: Deps) {
  handle(app, routes.list, async (_, context) => ({ success: true, templates: await service.listTemplates(context) }))
  handle(app, routes.create, async ({ body }, context) => ({
    success: true,
    template: await service.createTemplate(context, body),
  }))
  handle(app, routes.change, async ({ params, body }, context) => ({
    success: true,
    template: await service.changeTemplate(context, { id: params.id, changes: body, now: deps.now() }),
  }))
  handle(app, routes.setValues, async ({ params, body }, context) => ({
    success: true,
    template: await chooseValues(context, { id: params.id, ...body, now: deps.now() }),
  }))
  handle(app, routes.remove, async ({ params }, context) => {
    await service.removeTemplate(context, { id: params.id, now: deps.now() })
    return { success: true }
  })
  handle(app, routes.restore, async ({ params }, context) => ({
    success: true,
    template: await service.restoreTemplate(context, params.id),
  }))
  handle(app, routes.values, async ({ params }, context) => ({
    success: true,
    ...(await findValues(deps, context, params.id)),
  }))
}
