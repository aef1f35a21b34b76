import type { Deps } from '../../deps.ts'
import { GoogleError } from '../../providers/google/google-errors.ts'
import { dropBusyOf, keepBusyOf, putBusy } from './busy.queries.ts'
import type { CalendarRun } from './syncing.service.ts'

const DAY_MS = 86_400_000
/** Google answers for less than three months at once. */
const STRETCH_DAYS = 60
const STRETCHES = 3

/** Reads the busy times of the calendars beside the one for meetings, for half a year ahead. */
export async function readBusyCalendars(
  { workerDb, now }: Pick<Deps, 'workerDb' | 'now'>,
  { row, calendars }: CalendarRun,
) {
  const { user_id: userId, busy_ids: ids, calendar_id: mainId } = row
  const busyOf = new Map(ids.map((id) => [id, new Map<string, string>()]))
  if (ids.length)
    for (let stretch = 0; stretch < STRETCHES; stretch++) {
      const [from = '', to = ''] = [stretch, stretch + 1].map((one) =>
        new Date(now().getTime() + (one * STRETCH_DAYS - 1) * DAY_MS).toISOString(),
      )
      const reply = await calendars.freeBusy(ids, { from, to })
      for (const id of ids) {
        const { busy = [], errors = [] } = reply.calendars[id] ?? {}
        // A calendar that is no longer there keeps no one busy; anything else is tried again.
        if (errors.some(({ reason }) => reason !== 'notFound')) throw new GoogleError(503, errors[0]?.reason ?? '')
        for (const { start, end } of busy) busyOf.get(id)?.set(start, end)
      }
    }
  await workerDb.transaction().execute(async (tx) => {
    await keepBusyOf(tx, userId, [mainId, ...ids])
    for (const [calendarId, times] of busyOf) {
      await dropBusyOf(tx, { userId, calendarId })
      const rows = [...times].map(([starts_at, ends_at]) => ({
        event_id: starts_at,
        starts_at,
        ends_at,
        of_business: null,
      }))
      await putBusy(tx, { userId, calendarId }, rows)
    }
  })
}
