import type { FastifyInstance } from 'fastify'
import { assignmentRoutes } from '#contract/leads/assignment/assignment.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './assignment.service.ts'
import { readFigures } from './figures.service.ts'

export function mountAssignment(app: FastifyInstance, { now }: Deps) {
  handle(app, assignmentRoutes.get, ({ params }, context) =>
    service.readAssignment({ ...context, now: now() }, params.id),
  )
  handle(app, assignmentRoutes.change, ({ params, body }, context) =>
    service.changeAssignment({ ...context, now: now() }, params.id, body),
  )
  handle(app, assignmentRoutes.capacity, ({ params }, context) => service.readCapacity(context, params.id))
  handle(app, assignmentRoutes.changeCapacity, ({ params, body }, context) =>
    service.changeCapacity(context, params.id, body.capacity),
  )
  handle(app, assignmentRoutes.figures, ({ query }, context) => readFigures(context, query))
}
