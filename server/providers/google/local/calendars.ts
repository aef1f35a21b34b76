import {
  etagOf,
  instantOf,
  isBusy,
  requireEventId,
  requireTimes,
  SEND_UPDATES,
  shownEvent,
  type When,
} from './event-rules.ts'
import { Refused } from './refusals.ts'
import type { LocalAccount, LocalCalendar, LocalEvent, LocalStore } from './store.ts'

type Given = Record<string, unknown>
const missing = () => new Refused(404, 'notFound', 'Not Found')
const tooOld = () => new Refused(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.')

export function calendarOf(account: LocalAccount, id: string): LocalCalendar {
  const wanted = id === 'primary' ? account.email : id
  const found = account.calendars.find((calendar) => calendar.id === wanted)
  if (!found) throw missing()
  return found
}
function eventOf(calendar: LocalCalendar, id: string): LocalEvent {
  const found = calendar.events.find((event) => event.id === id)
  if (!found) throw missing()
  return found
}

type Written = { sendUpdates?: string | undefined; ifMatch?: string | undefined }
/** Events of calendars as Google keeps them: deleted ones stay as such, and their ids are taken for good. */
export function openEvents(store: LocalStore, onChange: (account: LocalAccount, calendar: LocalCalendar) => void) {
  function write(account: LocalAccount, calendar: LocalCalendar, event: LocalEvent) {
    event.change = store.nextChange()
    store.keep()
    onChange(account, calendar)
    return shownEvent(event, account.email)
  }
  function check(calendar: LocalCalendar, { sendUpdates = 'none', ifMatch }: Written, event?: LocalEvent) {
    if (calendar.accessRole !== 'owner')
      throw new Refused(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.')
    if (!SEND_UPDATES.includes(sendUpdates))
      throw new Refused(400, 'invalidParameter', 'Invalid value for: sendUpdates')
    if (event && ifMatch && ifMatch !== etagOf(event)) throw new Refused(412, 'conditionNotMet', 'Precondition Failed')
  }
  return {
    insert(account: LocalAccount, calendar: LocalCalendar, given: Given, written: Written) {
      check(calendar, written)
      const id = given.id === undefined ? `made${store.data.changes + 1}` : requireEventId(given.id)
      requireTimes(given, calendar.timeZone)
      if (calendar.events.some((event) => event.id === id))
        throw new Refused(409, 'duplicate', 'The requested identifier already exists.')
      const event: LocalEvent = { status: 'confirmed', ...given, id, change: 0 }
      calendar.events.push(event)
      return write(account, calendar, event)
    },
    patch(
      account: LocalAccount,
      calendar: LocalCalendar,
      { id, given }: { id: string; given: Given },
      written: Written,
    ) {
      const event = eventOf(calendar, id)
      check(calendar, written, event)
      requireTimes({ ...event, ...given }, calendar.timeZone)
      Object.assign(event, given, { id })
      return write(account, calendar, event)
    },
    remove(account: LocalAccount, calendar: LocalCalendar, id: string, written: Written) {
      const event = eventOf(calendar, id)
      check(calendar, written, event)
      if (event.status === 'cancelled') throw new Refused(410, 'deleted', 'Resource has been deleted')
      event.status = 'cancelled'
      write(account, calendar, event)
    },
    get: (account: LocalAccount, calendar: LocalCalendar, id: string) =>
      shownEvent(eventOf(calendar, id), account.email),
    list: (account: LocalAccount, calendar: LocalCalendar, query: Record<string, string | undefined>) =>
      listEvents(store, { account, calendar }, query),
    freeBusy: busyOfCalendars,
  }
}

/** A page of events that changed since the sync token, or of all that end after `timeMin`. */
function listEvents(
  store: LocalStore,
  { account, calendar }: { account: LocalAccount; calendar: LocalCalendar },
  query: Record<string, string | undefined>,
) {
  const { syncToken, pageToken, timeMin, orderBy, singleEvents } = query
  if (singleEvents !== 'true') throw new Refused(400, 'badRequest', 'The local Google lists single events only.')
  if (syncToken && (timeMin || orderBy))
    throw new Refused(400, 'badRequest', 'Sync token cannot be used with other restrictions.')
  const { age, changes } = store.data
  const [ofAge = '', since = '0'] = syncToken?.split('.') ?? [String(age)]
  if (Number(ofAge) !== age) throw tooOld()
  const isListed = (event: LocalEvent) =>
    syncToken
      ? event.change > Number(since)
      : event.status !== 'cancelled' &&
        (!timeMin || instantOf(event.end as When, calendar.timeZone) > Date.parse(timeMin))
  const found = calendar.events.filter(isListed).sort((a, b) => a.change - b.change)
  const size = Math.min(Number(query.maxResults ?? 250), store.data.page ?? 2_500)
  const from = Number(pageToken ?? 0)
  const isLast = from + size >= found.length
  return {
    kind: 'calendar#events',
    timeZone: calendar.timeZone,
    items: found.slice(from, from + size).map((event) => shownEvent(event, account.email)),
    ...(isLast ? { nextSyncToken: `${age}.${changes}` } : { nextPageToken: String(from + size) }),
  }
}

/** When the account is busy in these of its calendars. */
function busyOfCalendars(account: LocalAccount, { timeMin, timeMax, items }: Given) {
  const [from, to] = [Date.parse(String(timeMin)), Date.parse(String(timeMax))]
  if (!(to > from)) throw new Refused(400, 'timeRangeEmpty', 'The specified time range is empty.')
  if (to - from > 92 * 86_400_000) throw new Refused(400, 'timeRangeTooLong', 'The requested time range is too long.')
  const busyOf = (id: string) => {
    const calendar = account.calendars.find((one) => one.id === id)
    if (!calendar) return { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] }
    const times = calendar.events
      .filter((event) => isBusy(event, account.email))
      .map(
        ({ start, end }) => [start, end].map((when) => instantOf(when as When, calendar.timeZone)) as [number, number],
      )
      .filter(([start, end]) => start < to && end > from)
    return { busy: times.map(([start, end]) => ({ start: iso(start), end: iso(end) })) }
  }
  const ids = (items as { id: string }[] | undefined)?.map(({ id }) => id) ?? []
  return { kind: 'calendar#freeBusy', calendars: Object.fromEntries(ids.map((id) => [id, busyOf(id)])) }
}
const iso = (at: number) => new Date(at).toISOString()
