import type { FastifyInstance } from 'fastify'
import { integrationRoutes } from '#contract/integrations/integrations.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { listIntegrations } from './integrations.service.ts'

export function mountIntegrations(app: FastifyInstance, deps: Deps) {
  handle(app, integrationRoutes.list, async (_, context) => ({
    success: true,
    integrations: await listIntegrations(deps, context),
  }))
}
