import { zonedInstant } from '../zones.ts'
import { Refused } from './refusals.ts'
import type { LocalEvent } from './store.ts'

type Given = Record<string, unknown>
export type When = { dateTime?: string; date?: string; timeZone?: string }

const HAS_OFFSET = /(Z|[+-]\d\d:\d\d)$/
export const SEND_UPDATES = ['all', 'externalOnly', 'none']

/** The moment that a beginning or an end is, as Google reads it: days begin in the calendar's time zone. */
export function instantOf(when: When | undefined, timeZone: string): number {
  if (when?.date) return zonedInstant(`${when.date}T00:00:00`, timeZone)
  if (!when?.dateTime) return Number.NaN
  return HAS_OFFSET.test(when.dateTime)
    ? Date.parse(when.dateTime)
    : zonedInstant(when.dateTime, when.timeZone ?? timeZone)
}

/** Throws what Google answers to an id that it does not take. */
export function requireEventId(id: unknown) {
  if (typeof id !== 'string' || !/^[a-v0-9]{5,1024}$/.test(id))
    throw new Refused(400, 'invalid', 'Invalid resource id value.')
  return id
}

/** Throws unless times are whole, with a zone, and in order. */
export function requireTimes({ start, end }: Given, timeZone: string) {
  if (!start || !end) throw new Refused(400, 'required', 'Missing end time.')
  for (const [name, when] of [
    ['start', start],
    ['end', end],
  ] as [string, When][]) {
    if (!when.date && !when.dateTime) throw new Refused(400, 'required', `Missing ${name} time.`)
    if (when.dateTime && !HAS_OFFSET.test(when.dateTime) && !when.timeZone)
      throw new Refused(400, 'required', `Missing time zone definition for ${name} time.`)
  }
  const [from, to] = [instantOf(start as When, timeZone), instantOf(end as When, timeZone)]
  if (Number.isNaN(from) || Number.isNaN(to)) throw new Refused(400, 'invalid', 'Invalid start or end time.')
  if (to <= from) throw new Refused(400, 'timeRangeEmpty', 'The specified time range is empty.')
}

export const etagOf = ({ change }: LocalEvent) => `"${change}"`
/** An event in a list: of deleted ones only the id is sure. */
export const shownEvent = (event: LocalEvent, account: string) => {
  const { change: _, ...rest } = event
  if (event.status === 'cancelled')
    return { kind: 'calendar#event', etag: etagOf(event), id: event.id, status: 'cancelled' }
  const attendees = (event.attendees as { email: string }[] | undefined)?.map((one) => ({
    ...one,
    ...(one.email === account && { self: true }),
  }))
  return { kind: 'calendar#event', etag: etagOf(event), ...rest, ...(attendees && { attendees }) }
}

/** Whether the person is busy during an event, as Google counts it. */
export const isBusy = ({ status, transparency, attendees }: LocalEvent, account: string) =>
  status === 'confirmed' &&
  transparency !== 'transparent' &&
  !(attendees as { email: string; responseStatus?: string }[] | undefined)?.some(
    (one) => one.email === account && one.responseStatus === 'declined',
  )
