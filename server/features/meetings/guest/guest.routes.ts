import type { FastifyInstance, FastifyRequest } from 'fastify'
import { id as anId } from '#contract/common.ts'
import { guestMeetingRoutes, MEETING_PATH, MEETING_TOKEN } from '#contract/leads/meetings/guest-meetings.ts'
import type { Deps } from '../../../deps.ts'
import { clientOf } from '../../../platform/http/client.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { handle } from '../../../platform/http/handle.ts'
import { calendarFile } from '../calendar-file.rules.ts'
import { actAsGuest, readForGuest } from './guest.service.ts'

/** The guest's page, without sign-in. GET changes nothing. */
export function mountGuestMeetings(app: FastifyInstance, deps: Deps) {
  handle(app, guestMeetingRoutes.read, async ({ params }, { client }) => ({
    success: true,
    meeting: await readForGuest(deps, { ...params, client }),
  }))
  handle(app, guestMeetingRoutes.opened, async ({ params }, { client }) => ({
    success: true,
    meeting: await actAsGuest(deps, { ...params, client }, { kind: 'open' }),
  }))
  handle(app, guestMeetingRoutes.confirm, async ({ params, body }, { client }) => ({
    success: true,
    meeting: await actAsGuest(deps, { ...params, client }, { kind: 'accept', ...body }),
  }))
  handle(app, guestMeetingRoutes.decline, async ({ params, body }, { client }) => ({
    success: true,
    meeting: await actAsGuest(deps, { ...params, client }, { kind: 'decline', ...body }),
  }))
  handle(app, guestMeetingRoutes.move, async ({ params, body }, { client }) => {
    const act =
      'words' in body
        ? ({ kind: 'ask', ...body } as const)
        : ({ kind: 'choose', sequence: body.sequence, startsAt: Date.parse(body.startsAt) } as const)
    return { success: true, meeting: await actAsGuest(deps, { ...params, client }, act) }
  })
  mountCalendarFile(app, deps)
}

type Asked = FastifyRequest<{ Params: { id: string; token: string } }>
function mountCalendarFile(app: FastifyInstance, deps: Deps) {
  const path = `${MEETING_PATH}/:id/:token/meeting.ics`
  app.get(path, { schema: { hide: true } }, async (request: Asked, reply) => {
    const { token } = request.params
    const { data: id } = anId.safeParse(request.params.id)
    if (!id || !MEETING_TOKEN.test(token)) throw new AppError('meeting_not_found')
    const meeting = await readForGuest(deps, { id, token, client: clientOf(request) })
    const url = `${deps.env.publicUrl}${MEETING_PATH}/${id}/${token}`
    return reply
      .headers({
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'attachment; filename="meeting.ics"',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
      })
      .send(calendarFile({ id, url, now: deps.now(), meeting }))
  })
}
