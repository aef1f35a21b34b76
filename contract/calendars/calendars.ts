import { z } from 'zod'
import { Done, time } from '../common.ts'
import { route } from '../route.ts'

/** Calendars of an account that are offered, at most. */
export const CALENDARS_MAX = 100
/** Calendars beside the chosen one whose busy times count. */
export const BUSY_CALENDARS_MAX = 10

/** Why Google last did not do what was asked. The first three end only by an act of the person. */
export const calendarFailures = ['revoked', 'permission', 'calendar_gone', 'rate', 'unreachable', 'refused'] as const
export type CalendarFailure = (typeof calendarFailures)[number]
/**
 * `failing`: it is tried again by itself; `lost`: the person has to connect again or to choose another calendar, and their
 * times are blocked meanwhile.
 */
export const calendarStates = ['active', 'failing', 'lost'] as const
export type CalendarState = (typeof calendarStates)[number]

export const OfferedCalendar = z.object({
  id: z.string(),
  name: z.string(),
  isPrimary: z.boolean(),
  /** Whether meetings can be written into it. */
  isWritable: z.boolean(),
})
export type OfferedCalendar = z.output<typeof OfferedCalendar>

export const CalendarConnection = z.object({
  provider: z.literal('google'),
  /** The e-mail of the account. */
  account: z.string(),
  state: z.enum(calendarStates),
  since: time,
  lastSuccessAt: time.nullable(),
  lastFailure: z.object({ reason: z.enum(calendarFailures), at: time }).nullable(),
  /** Whether the person's times are blocked, because what the calendar says is unknown or too old. */
  isBlocking: z.boolean(),
  /** Whether Google reports changes at once; otherwise they are asked for every few minutes. */
  isPushed: z.boolean(),
  calendars: z.array(OfferedCalendar),
  /** Meetings are written into this one, and its changes are read. */
  calendarId: z.string(),
  /** Others in which the person is busy. */
  busyIds: z.array(z.string()),
})
export type CalendarConnection = z.output<typeof CalendarConnection>

const ofPerson = { access: 'user' } as const
const One = z.object({ success: z.literal(true), connection: CalendarConnection })
const calendarId = z.string().min(1).max(1_024)

export const calendarRoutes = {
  own: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/connections',
    summary: "The person's connected calendar, and since when their calendar feed exists",
    reply: z.object({
      success: z.literal(true),
      /** Whether the installation can connect Google Calendar. */
      isOffered: z.boolean(),
      connection: CalendarConnection.nullable(),
      feed: z.object({ since: time, lastReadAt: time.nullable() }).nullable(),
    }),
  }),
  start: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/connections/google/start',
    summary: 'Where to allow the calendar at Google; the ticket stays in the browser and brings it back',
    reply: z.object({ success: z.literal(true), url: z.string(), ticket: z.string() }),
  }),
  finish: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/connections/google/finish',
    summary: 'Back from Google, with what it added to the address: connects the main calendar of the account',
    body: z.object({ ticket: z.string().min(20).max(200), query: z.string().max(4_000) }),
    reply: One,
  }),
  choose: route({
    ...ofPerson,
    method: 'PUT',
    path: '/user/connections/google',
    summary: 'Choose the calendar for meetings, and others whose busy times count. Coming meetings move to it',
    body: z.object({ calendarId, busyIds: z.array(calendarId).max(BUSY_CALENDARS_MAX) }),
    reply: One,
  }),
  sync: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/connections/google/sync',
    summary: 'Compare with Google now instead of within a few minutes',
    reply: One,
  }),
  disconnect: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/connections/google/disconnect',
    summary: 'Disconnect the calendar and delete its tokens. Meetings that are in it stay there',
    reply: Done,
  }),
  makeFeed: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/calendar-feed',
    summary: 'Make the secret address from which calendars of any kind read the own meetings; an earlier one ends',
    reply: z.object({ success: z.literal(true), url: z.string() }),
  }),
  endFeed: route({
    ...ofPerson,
    method: 'DELETE',
    path: '/user/calendar-feed',
    summary: 'End the address of the calendar feed',
    reply: Done,
  }),
}
