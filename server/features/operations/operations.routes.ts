import type { FastifyInstance } from 'fastify'
import { operationRoutes } from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { cancelOperation, listOperations, readOperationWithSkipped, undoOperation } from './operations.service.ts'
import { previewUndo } from './undo-preview.service.ts'

export function mountOperations(app: FastifyInstance, deps: Deps) {
  handle(app, operationRoutes.list, ({ query }, context) => listOperations(deps, context, query))
  handle(app, operationRoutes.get, ({ params }, context) => readOperationWithSkipped(deps, context, params.id))
  handle(app, operationRoutes.preview, ({ params }, context) => previewUndo(deps, context, params.id))
  handle(app, operationRoutes.undo, async ({ params }, context) => ({
    success: true,
    operation: await undoOperation(deps, context, params.id),
  }))
  handle(app, operationRoutes.cancel, ({ params }, context) => cancelOperation(deps, context, params.id))
}
