import type { FastifyInstance } from 'fastify'
import { speedToLeadRoutes } from '#contract/leads/speed-to-lead/speed-to-lead.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { changeSettings, readSettings } from './speed-to-lead.service.ts'

export function mountSpeedToLead(app: FastifyInstance, { now }: Deps) {
  handle(app, speedToLeadRoutes.get, ({ params }, context) => readSettings({ ...context, now: now() }, params.id))
  handle(app, speedToLeadRoutes.change, ({ params, body }, context) =>
    changeSettings({ ...context, now: now() }, params.id, body),
  )
}
