import type { FastifyInstance } from 'fastify'
import { callRoutes } from '#contract/calls/calls.ts'
import { leadCallRoutes } from '#contract/leads/lead-calls.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { findCallsOfLead, findLastCallsOfLeads, getCall } from './calls.service.ts'
import { mountTalk } from './hooks/talk/talk.routes.ts'
import { callExport, giveExportLink, mayExport } from './list/call-export.service.ts'
import { findCalls } from './list/call-list.service.ts'
import { summarizeList } from './list/call-summary.service.ts'
import { mountRecordings } from './recordings/recordings.routes.ts'

export function mountCalls(app: FastifyInstance, deps: Deps) {
  const { names, now, screenCaller } = deps
  handle(app, callRoutes.list, ({ query }, context) => findCalls({ ...context, names }, query))
  handle(app, callRoutes.summary, async ({ query }, context) => ({
    success: true,
    summary: await summarizeList(context, query),
    canExport: mayExport(context.caller, query.campaignId),
  }))
  handle(app, callRoutes.ofLead, async ({ params }, context) => ({
    success: true,
    calls: await findCallsOfLead({ ...context, names }, params.id),
  }))
  handle(app, leadCallRoutes.last, async ({ query }, context) => ({
    success: true,
    calls: await findLastCallsOfLeads({ ...context, names }, query.leadIds),
  }))
  handle(app, callRoutes.get, async ({ params }, context) => ({
    success: true,
    call: await getCall({ ...context, names, screenCaller, now: now() }, params.id),
  }))
  handle(app, callRoutes.exportLink, async ({ body }, context) => ({
    success: true,
    ...(await giveExportLink(deps, context, body)),
  }))
  callExport.mount(app, deps)
  mountRecordings(app, deps)
  mountTalk(app, deps)
}
