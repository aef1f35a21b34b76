import type { FastifyInstance } from 'fastify'
import { bulkMessageRoutes } from '#contract/leads/conversations/bulk-messages.ts'
import type { Deps } from '../../../deps.ts'
import { handle } from '../../../platform/http/handle.ts'
import { previewBulk, readFates, sendBulk } from './bulk-messages.service.ts'

export function mountBulkMessages(app: FastifyInstance, deps: Deps) {
  handle(app, bulkMessageRoutes.preview, async ({ body }, context) => ({
    success: true,
    preview: await previewBulk(deps, context, body),
  }))
  handle(app, bulkMessageRoutes.send, async ({ body }, context) => ({
    success: true,
    operation: await sendBulk(deps, context, body),
  }))
  handle(app, bulkMessageRoutes.fates, ({ params, query }, context) => readFates(deps, context, params.id, query))
}
