import type { FastifyInstance } from 'fastify'
import { leadQuietRoutes } from '#contract/working-hours/lead-quiet.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeQuiet, readQuiet } from './lead-quiet.service.ts'

export function mountLeadQuiet(app: FastifyInstance) {
  handle(app, leadQuietRoutes.get, (_, context) => readQuiet(context))
  handle(app, leadQuietRoutes.change, ({ body }, context) => changeQuiet(context, body))
}
