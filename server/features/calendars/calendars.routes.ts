import type { FastifyInstance } from 'fastify'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import * as service from './calendars.service.ts'
import { endFeed, findFeed, makeFeed } from './feeds.service.ts'

export function mountCalendars(app: FastifyInstance, deps: Deps) {
  handle(app, calendarRoutes.own, async (_, { caller }) => ({
    success: true,
    ...(await service.findOwnConnection(deps, caller)),
    feed: await findFeed(deps, caller),
  }))
  handle(app, calendarRoutes.start, async (_, { caller }) => ({
    success: true,
    ...(await service.startConnecting(deps, caller)),
  }))
  handle(app, calendarRoutes.finish, async ({ body }, { caller }) => ({
    success: true,
    connection: await service.finishConnecting(deps, caller, body),
  }))
  handle(app, calendarRoutes.choose, async ({ body }, { caller }) => ({
    success: true,
    connection: await service.chooseCalendars(deps, caller, body),
  }))
  handle(app, calendarRoutes.sync, async (_, { caller }) => ({
    success: true,
    connection: await service.syncNow(deps, caller),
  }))
  handle(app, calendarRoutes.disconnect, async (_, { caller }) => {
    await service.disconnectCalendar(deps, caller)
    return { success: true }
  })
  handle(app, calendarRoutes.makeFeed, async (_, { caller }) => ({ success: true, url: await makeFeed(deps, caller) }))
  handle(app, calendarRoutes.endFeed, async (_, { caller }) => {
    await endFeed(deps, caller)
    return { success: true }
  })
}
