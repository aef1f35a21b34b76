import type { FastifyInstance } from 'fastify'
import { followUpRoutes } from '#contract/leads/follow-ups/follow-ups.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './follow-ups.service.ts'

export function mountFollowUps(app: FastifyInstance, { now }: Deps) {
  handle(app, followUpRoutes.list, async ({ params }, context) => ({
    success: true,
    followUps: await service.findFollowUps(context, params.id),
  }))
  handle(app, followUpRoutes.next, async ({ query }, context) => ({
    success: true,
    next: await service.findNextOfLeads(context, query.leadIds),
  }))
  handle(app, followUpRoutes.set, async ({ params, body }, context) => ({
    success: true,
    followUp: await service.setFollowUp({ ...context, now: now() }, params.id, body),
  }))
  handle(app, followUpRoutes.remove, async ({ params, query }, context) => {
    await service.removeFollowUp({ ...context, now: now() }, { leadId: params.id, userId: query.userId })
    return { success: true }
  })
  handle(app, followUpRoutes.done, async ({ params, body: { isDone, userId } }, context) => {
    const change = isDone ? service.finishFollowUp : service.reopenFollowUp
    return { success: true, followUp: await change({ ...context, now: now() }, { leadId: params.id, userId }) }
  })
  handle(app, followUpRoutes.snooze, async ({ params, body }, context) => ({
    success: true,
    followUp: await service.snoozeFollowUp({ ...context, now: now() }, { leadId: params.id, ...body }),
  }))
  handle(app, followUpRoutes.handover, async ({ params, body: { userId: to, fromUserId: userId } }, context) => ({
    success: true,
    followUp: await service.handOver({ ...context, now: now() }, { leadId: params.id, userId, to }),
  }))
}
