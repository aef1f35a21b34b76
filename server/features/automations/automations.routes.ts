import type { FastifyInstance } from 'fastify'
import { automationRoutes } from '#contract/leads/automations/automations.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './automations.service.ts'
import { createFromTemplate } from './templates/from-template.service.ts'
import { tryOnLead } from './trial.service.ts'

export function mountAutomations(app: FastifyInstance, deps: Deps) {
  handle(app, automationRoutes.list, async (_, context) => ({
    success: true,
    automations: await service.listAutomations(context),
  }))
  handle(app, automationRoutes.create, async ({ body }, context) => ({
    success: true,
    automation: await service.createOnce(deps, context, body),
  }))
  handle(app, automationRoutes.createFrom, async ({ body }, context) => ({
    success: true,
    automation: await createFromTemplate(deps, context, body),
  }))
  handle(app, automationRoutes.order, async ({ body }, context) => ({
    success: true,
    order: await service.moveAutomation(context, body),
  }))
  handle(app, automationRoutes.get, async ({ params }, context) => ({
    success: true,
    automation: await service.getAutomation(context, params.id),
  }))
  handle(app, automationRoutes.change, async ({ params, body }, context) => ({
    success: true,
    automation: await service.changeAutomation(deps, context, params.id, body),
  }))
  handle(app, automationRoutes.publish, async ({ params, body }, context) => ({
    success: true,
    automation: await service.publishAutomation(deps, context, params.id, body),
  }))
  handle(app, automationRoutes.pause, async ({ params, body }, context) => ({
    success: true,
    automation: await service.pauseAutomation(deps, context, params.id, body),
  }))
  handle(app, automationRoutes.versions, async ({ params }, context) => ({
    success: true,
    versions: await service.listVersions(context, params.id),
  }))
  handle(app, automationRoutes.remove, async ({ params }, context) => {
    await service.removeAutomation(deps, context, params.id)
    return { success: true }
  })
}

export function mountAutomationRuns(app: FastifyInstance, deps: Deps) {
  handle(app, automationRoutes.test, ({ params, body }, context) =>
    tryOnLead(deps, context, { id: params.id, ...body }),
  )
  handle(app, automationRoutes.runs, async ({ params, query }, context) => ({
    success: true,
    runs: await service.listRuns(context, params.id, query),
  }))
  handle(app, automationRoutes.stopRun, async ({ params }, context) => ({
    success: true,
    run: await service.stopRun(deps, context, params),
  }))
  handle(app, automationRoutes.retryRun, async ({ params }, context) => ({
    success: true,
    run: await service.retryRun(deps, context, params),
  }))
}
