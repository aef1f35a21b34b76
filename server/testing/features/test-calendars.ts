import { sql } from 'kysely'
import { expect } from 'vitest'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import { eventIdOf } from '../../features/meetings/synced/calendar-event.rules.ts'
import { syncCalendars } from '../../features/meetings/synced/synced.jobs.ts'
import { calendarOf } from '../../providers/google/local/calendars.ts'
import type { LocalGoogle } from '../../providers/google/local/local-google.ts'
import type { LocalEvent } from '../../providers/google/local/store.ts'
import type { testApp } from '../test-app.ts'
import type { TestPerson } from '../test-business.ts'
import { waitFor } from '../wait-for.ts'

type App = Awaited<ReturnType<typeof testApp>>
/** `without`: rights that the person does not allow. */
type Visit = { email?: string; answer?: 'allow' | 'cancel'; without?: string }
export const CALENDAR_RETURN = '/user/settings/profile'

/** Goes through the consent page as a browser does; returns the query with which it leads back. */
export async function consent(url: string, { email = 'dana@google.test', answer = 'allow', without }: Visit = {}) {
  const page = await fetch(url)
  const html = await page.text()
  expect(page.status, html).toBe(200)
  const inputs = [...html.matchAll(/<input type="(hidden|checkbox)" name="([^"]+)"(?: value="([^"]*)")?/g)]
  const clear = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  const form = new URLSearchParams({ account: email, answer })
  for (const [, , name = '', value = 'on'] of inputs)
    if (!without || !name.endsWith(without)) form.set(clear(name), clear(value))
  const reply = await fetch(url.split('?')[0] ?? '', { method: 'POST', body: form, redirect: 'manual' })
  expect(reply.status).toBe(303)
  return new URL(reply.headers.get('location') ?? '').search.slice(1)
}

/** Helpers for tests of calendars at a Google of the tests. */
export function testCalendars({ deps, send }: App, google: LocalGoogle) {
  const finish = (as: TestPerson, back: { ticket: string; query: string }) =>
    send(calendarRoutes.finish, as, { body: back })
  const start = (as: TestPerson) => send(calendarRoutes.start, as, {})
  const own = async (as: TestPerson) => (await send(calendarRoutes.own, as, {})).body.connection

  async function connect(as: TestPerson, visit: Visit = {}) {
    const begun = await start(as)
    expect(begun.status, JSON.stringify(begun.body)).toBe(200)
    const { url, ticket } = begun.body
    const reply = await finish(as, { ticket, query: await consent(url, visit) })
    expect(reply.status, JSON.stringify(reply.body)).toBe(200)
    return reply.body.connection
  }
  /** Makes the calendar of this person due, and no other. */
  const makeDue = ({ userId }: TestPerson) =>
    sql`update calendar_connections set due_at = case when user_id = ${userId} then ${deps.now().toISOString()}
      else ${new Date(deps.now().getTime() + 86_400_000).toISOString()} end::timestamptz`.execute(deps.workerDb)
  /** Compares now, until it is due no more. The relay may hold the row for a moment, which is then left out. */
  async function sync(person: TestPerson) {
    await makeDue(person)
    const isDone = async () => {
      await syncCalendars(deps)
      const { rows } = await sql`select from calendar_connections where user_id = ${person.userId} and state <> 'lost'
        and due_at <= ${deps.now().toISOString()}`.execute(deps.workerDb)
      return rows.length === 0
    }
    await waitFor(isDone)
  }
  const at = (email = 'dana@google.test', calendar = 'primary') => {
    const account = google.store.accountOf(email)
    return { account, calendar: calendarOf(account, calendar) }
  }
  const shownIn = (email?: string, calendar?: string) =>
    at(email, calendar).calendar.events.filter(({ status }) => status === 'confirmed')
  const find = (email: string, id: string): LocalEvent | undefined =>
    at(email).calendar.events.find((event) => event.id === id)

  return {
    start,
    finish,
    own,
    connect,
    makeDue,
    sync,
    at,
    shownIn,
    eventOf: (meetingId: string, { userId }: TestPerson, email = 'dana@google.test') =>
      find(email, eventIdOf(meetingId, userId)),
    /** What a person does at Google. */
    add(given: Record<string, unknown>, email?: string, calendar?: string) {
      const place = at(email, calendar)
      return google.events.insert(place.account, place.calendar, given, {}).id as string
    },
    change(id: string, given: Record<string, unknown>, email?: string) {
      const { account, calendar } = at(email)
      google.events.patch(account, calendar, { id, given }, {})
    },
    remove(id: string, email?: string) {
      const { account, calendar } = at(email)
      google.events.remove(account, calendar, id, {})
    },
  }
}
