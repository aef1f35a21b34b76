import type { FastifyInstance } from 'fastify'
import { notificationRoutes } from '#contract/notifications/notifications.ts'
import type { Deps } from '../../deps.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { handle } from '../../platform/http/handle.ts'
import {
  countNotifications,
  deleteNotification,
  findNotification,
  listNotifications,
  markAllNotificationsRead,
  markNotification,
} from './notifications.queries.ts'
import { toNotification } from './notifications.rules.ts'

/** Serves a person's own notifications across all their businesses; the current business does not matter. */
export function mountNotifications(app: FastifyInstance, { now }: Deps) {
  handle(app, notificationRoutes.list, async ({ query }, { db, caller, language }) => {
    const read = query.read === undefined ? undefined : query.read === 'true'
    const { before, limit } = query
    const stored = await listNotifications(db, caller.userId, { read, before, limit, sessionId: caller.sessionId })
    return { success: true, data: stored.map((one) => toNotification(language, one)) }
  })

  handle(app, notificationRoutes.count, async (_, { db, caller }) => ({
    success: true,
    result: await countNotifications(db, caller.userId, caller.sessionId),
  }))

  handle(app, notificationRoutes.markAllAsRead, async (_, { db, caller }) => {
    await markAllNotificationsRead(db, caller.userId, now())
    return { success: true }
  })

  handle(app, notificationRoutes.read, async ({ body: { id, status } }, { db, caller }) => {
    const isKnown = await markNotification(db, caller.userId, { id, readAt: status ? now() : null })
    if (!isKnown) throw new AppError('notification_not_found')
    return { success: true }
  })

  handle(app, notificationRoutes.remove, async ({ body: { id } }, { db, caller }) => {
    const found = await findNotification(db, caller.userId, id)
    if (!found) throw new AppError('notification_not_found')
    if (!found.readAt) throw invalidInput('id', 'notification_unread')
    await deleteNotification(db, caller.userId, id)
    return { success: true }
  })
}
