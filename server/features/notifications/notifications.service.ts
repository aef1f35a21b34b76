import type { Db } from '../../platform/db/db.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { listNotificationsOfEvents } from './notifications.queries.ts'
import { actionFor, peopleActionOf, type StoredNotification } from './notifications.rules.ts'
import { addresseesOf } from './personal.rules.ts'

export type FindNotification = (userId: string, eventId: string) => StoredNotification | undefined

/**
 * Finds the notifications that these events made for these people: one read, as the worker's role, for all open streams
 * of a process.
 */
export async function findNotificationsOf(
  workerDb: Db,
  userIds: string[],
  events: StoredEvent[],
): Promise<FindNotification> {
  const eventIds = events
    .filter(
      (event) =>
        actionFor(event) ??
        peopleActionOf(event.name) ??
        (addresseesOf(event).length > 0 || event.name === 'notification.tested'),
    )
    .map(({ id }) => id)
  if (!userIds.length || !eventIds.length) return () => undefined
  const rows = await listNotificationsOfEvents(workerDb, userIds, eventIds)
  const byPerson = new Map(rows.map((row) => [`${row.userId} ${row.eventId}`, row]))
  return (userId, eventId) => byPerson.get(`${userId} ${eventId}`)
}
