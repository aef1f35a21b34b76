import type { FastifyInstance } from 'fastify'
import { meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { findMentionable } from '../leads/comments/comments.service.ts'
import { makeMeeting } from './making.service.ts'
import * as service from './meetings.service.ts'

export function mountMeetings(app: FastifyInstance, { now, env }: Deps) {
  const { publicUrl } = env
  handle(app, meetingRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await service.findMeetings(context, query)),
  }))
  handle(app, meetingRoutes.ofLead, async ({ params }, context) => ({
    success: true,
    ...(await service.findMeetingsOfLead({ ...context, now: now() }, params.id)),
  }))
  handle(app, meetingRoutes.people, async ({ params }, context) => ({
    success: true,
    people: await findMentionable(context, params.id),
  }))
  handle(app, meetingRoutes.check, async ({ query }, context) => ({
    success: true,
    warnings: await service.checkTime({ ...context, now: now() }, query),
  }))
  handle(app, meetingRoutes.read, async ({ params }, context) => ({
    success: true,
    meeting: await service.readMeeting(context, params.id),
  }))
  handle(app, meetingRoutes.create, async ({ body }, context) => ({
    success: true,
    ...(await makeMeeting({ ...context, now: now(), publicUrl }, body)),
  }))
  handle(app, meetingRoutes.change, async ({ params, body }, context) => ({
    success: true,
    ...(await service.changeMeeting({ ...context, now: now() }, params.id, body)),
  }))
  handle(app, meetingRoutes.confirm, async ({ params, body }, context) => ({
    success: true,
    meeting: await service.confirmMeeting({ ...context, now: now() }, params.id, body.version),
  }))
  handle(app, meetingRoutes.cancel, async ({ params, body }, context) => ({
    success: true,
    meeting: await service.setCancelled({ ...context, now: now() }, params.id, body),
  }))
  handle(app, meetingRoutes.outcome, async ({ params, body }, context) => ({
    success: true,
    meeting: await service.setOutcome({ ...context, now: now() }, params.id, body.outcome),
  }))
  handle(app, meetingRoutes.remind, async ({ params, body }, context) => ({
    success: true,
    meeting: await service.remindGuest({ ...context, now: now() }, params.id, body.channels),
  }))
  handle(app, meetingRoutes.link, async ({ params }, context) => ({
    success: true,
    url: await service.linkMeeting({ ...context, now: now() }, params.id, publicUrl),
  }))
}
