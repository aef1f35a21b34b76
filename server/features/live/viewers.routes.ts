import type { FastifyInstance } from 'fastify'
import { leadViewerRoutes } from '#contract/leads/lead-viewers.ts'
import { handle } from '../../platform/http/handle.ts'
import { lookAtLead } from './viewers.service.ts'

export function mountViewers(app: FastifyInstance) {
  handle(app, leadViewerRoutes.look, ({ params, body }, context) => lookAtLead(context, { leadId: params.id, ...body }))
}
