import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarRoutes } from '#contract/calendars/calendars.ts'
import type { Failure } from '#contract/common.ts'
import { privacyRoutes } from '#contract/privacy.ts'
import { startLocalGoogle } from '../../providers/google/local/local-google.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { CALENDAR_RETURN, consent, testCalendars } from '../../testing/features/test-calendars.ts'
import { withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import { syncCalendars } from '../meetings/synced/synced.jobs.ts'
import { revokeCalendar } from './calendars.jobs.ts'

const PUBLIC_URL = 'http://localhost:3000'
let clock = new Date('2026-11-29T08:00:00Z')
const now = () => clock
const google = await startLocalGoogle({
  redirectUris: [`${PUBLIC_URL}${CALENDAR_RETURN}`],
  now,
  timeZone: 'Asia/Jerusalem',
})
atFileEnd(google.close)
const errors: unknown[] = []
const it = await testApp({
  now,
  errors,
  env: {
    ...withoutLoops,
    PUBLIC_URL,
    DEMO: '0',
    GOOGLE_CALENDAR: '1',
    GOOGLE_ISSUER: google.account.issuer,
    GOOGLE_CLIENT_ID: google.account.clientId,
    GOOGLE_CLIENT_SECRET: google.account.clientSecret,
    GOOGLE_CALENDAR_API: google.account.apiUrl,
  },
})
const { send, deps } = it
const calendars = testCalendars(it, google)
const { messagesTo, verified } = testAccounts(it)
const failureOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as Failure).code,
  (body as Failure).message,
]
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
}
/** Runs the last job that ends tokens; the app of this file runs no jobs. */
async function runRevoking() {
  const { rows } = await sql<{ payload: never }>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'revokeCalendar'
    order by j.id desc limit 1`.execute(deps.workerDb)
  await revokeCalendar.run(deps, rows[0]?.payload as never)
}
const owner = async () => (await it.newBusiness()).member('Owner')

test('the way to Google has state and PKCE, asks for offline access, and connects the main calendar', async () => {
  const person = await owner()
  const { url } = (await calendars.start(person)).body
  const asked = Object.fromEntries(new URL(url).searchParams)
  expect(asked).toMatchObject({
    client_id: 'leadline-local',
    redirect_uri: `${PUBLIC_URL}${CALENDAR_RETURN}`,
    access_type: 'offline',
    prompt: 'consent',
    code_challenge_method: 'S256',
  })
  expect(asked.scope?.split(' ')).toEqual([
    'openid',
    'email',
    'https://www.googleapis.com/auth/calendar.events',
    'https://www.googleapis.com/auth/calendar.freebusy',
    'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  ])
  const connection = await calendars.connect(person, { email: 'noa@google.test' })
  expect(connection).toMatchObject({
    provider: 'google',
    account: 'noa@google.test',
    state: 'active',
    lastFailure: null,
    isBlocking: false,
    calendarId: 'noa@google.test',
    busyIds: [],
  })
  expect(connection.calendars.map(({ name, isPrimary, isWritable }) => [name, isPrimary, isWritable])).toEqual([
    ['noa@google.test', true, true],
    ['Family', false, true],
    ['Holidays', false, false],
  ])
  const { rows } = await deps.workerDb.executeQuery<Record<string, unknown>>(
    deps.workerDb.selectFrom('calendar_connections').selectAll().where('user_id', '=', person.userId).compile(),
  )
  const stored = JSON.stringify(rows)
  for (const { refreshToken } of google.store.data.grants) expect(stored).not.toContain(refreshToken)
})

test('the three failures of the specification: no way to Google, a refusal there, and no use of the calendar', async () => {
  const person = await owner()
  const { url, ticket } = (await calendars.start(person)).body
  const denied = await consent(url, { answer: 'cancel' })
  expect(failureOf(await calendars.finish(person, { ticket, query: denied }))).toEqual([
    422,
    'google_failed',
    'An error occurred during Google authentication',
  ])
  const part = (await calendars.start(person)).body
  const query = await consent(part.url, { without: 'calendar.events' })
  expect(failureOf(await calendars.finish(person, { ticket: part.ticket, query }))).toEqual([
    502,
    'google_calendar_failed',
    'Google Calendar integration failed',
  ])
  const broken = (await calendars.start(person)).body
  const back = await consent(broken.url)
  google.faults.push({ path: /calendarList/, times: 1, status: 500, reason: 'backendError' })
  expect(failureOf(await calendars.finish(person, { ticket: broken.ticket, query: back }))[1]).toBe(
    'google_calendar_failed',
  )
  expect(await calendars.own(person)).toBeNull()

  const unreachable = await testApp({
    env: {
      ...withoutLoops,
      ...{ PUBLIC_URL, DEMO: '0', GOOGLE_CALENDAR: '1', GOOGLE_ISSUER: 'http://localhost:9' },
      ...{ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'x' },
    },
  })
  const other = await (await unreachable.newBusiness()).member('Owner')
  expect(failureOf(await unreachable.send(calendarRoutes.start, other, {}))).toEqual([
    502,
    'google_url_failed',
    'Failed to get Google login URL',
  ])
})

test('a return counts once, for the person who left, and with their own verifier', async () => {
  const [mine, theirs] = [await owner(), await owner()]
  const { url, ticket } = (await calendars.start(mine)).body
  const query = await consent(url)
  expect(failureOf(await calendars.finish(theirs, { ticket, query }))[1]).toBe('google_failed')
  expect(failureOf(await calendars.finish(mine, { ticket, query }))[1]).toBe('google_failed')
  expect([await calendars.own(mine), await calendars.own(theirs)]).toEqual([null, null])
  const again = (await calendars.start(mine)).body
  const changed = new URL(again.url)
  changed.searchParams.set('code_challenge', 'y'.repeat(43))
  const swapped = await consent(changed.href)
  expect(failureOf(await calendars.finish(mine, { ticket: again.ticket, query: swapped }))[1]).toBe('google_failed')
})

test('calendars are chosen among those of the account; one that cannot be written into takes no meetings', async () => {
  const person = await owner()
  const { calendars: offered } = await calendars.connect(person, { email: 'choose@google.test' })
  const [, family = { id: '' }, holidays = { id: '' }] = offered
  const choose = (calendarId: string, busyIds: string[] = []) =>
    send(calendarRoutes.choose, person, { body: { calendarId, busyIds } })
  expect((await choose(holidays.id)).status).toBe(422)
  expect((await choose('elsewhere@google.test')).status).toBe(422)
  expect((await choose(family.id, ['elsewhere@google.test'])).status).toBe(422)
  const chosen = await choose(family.id, ['choose@google.test', family.id])
  expect(chosen.body.connection).toMatchObject({ calendarId: family.id, busyIds: ['choose@google.test'] })
  expect((await send(calendarRoutes.choose, await owner(), { body: { calendarId: 'x', busyIds: [] } })).status).toBe(
    409,
  )
})

test('an access token is renewed when it ends, once for all that is asked', async () => {
  const person = await owner()
  await calendars.connect(person, { email: 'renew@google.test' })
  await calendars.sync(person)
  later(61)
  const before = google.seen.filter((one) => one === 'POST /token').length
  await calendars.makeDue(person)
  await Promise.all([syncCalendars(deps), syncCalendars(deps)])
  expect(google.seen.filter((one) => one === 'POST /token').length - before).toBe(1)
  Object.assign(person, await it.signIn(person.userId))
  expect(await calendars.own(person)).toMatchObject({ state: 'active', isBlocking: false })
})

test('a revoked token loses the connection: its person is written to once, and connects again', async () => {
  const person = await owner()
  await calendars.connect(person, { email: 'lost@google.test' })
  google.revokeAll('lost@google.test')
  await calendars.sync(person)
  await calendars.sync(person)
  expect(await calendars.own(person)).toMatchObject({
    state: 'lost',
    lastFailure: { reason: 'revoked' },
    isBlocking: true,
  })
  const mails = (await messagesTo(person.email)).filter(({ subject }) => subject?.includes('Google Calendar'))
  expect(mails.map(({ subject }) => subject)).toEqual(['Your Google Calendar is no longer connected'])
  await calendars.connect(person, { email: 'lost@google.test' })
  await calendars.sync(person)
  expect(await calendars.own(person)).toMatchObject({ state: 'active', lastFailure: null, isBlocking: false })
})

test('an outage and a rate limit are failures that end by themselves; after half an hour times are blocked', async () => {
  const person = await owner()
  await calendars.connect(person, { email: 'rate@google.test' })
  await calendars.sync(person)
  google.faults.push({ path: /events/, times: 1, status: 403, reason: 'rateLimitExceeded' })
  await calendars.sync(person)
  expect(await calendars.own(person)).toMatchObject({ state: 'failing', lastFailure: { reason: 'rate' } })
  google.faults.push({ path: /events/, times: 1, status: 503, reason: 'backendError' })
  later(10)
  await calendars.sync(person)
  expect(await calendars.own(person)).toMatchObject({
    state: 'failing',
    lastFailure: { reason: 'unreachable' },
    isBlocking: false,
  })
  later(25)
  Object.assign(person, await it.signIn(person.userId))
  expect((await calendars.own(person))?.isBlocking).toBe(true)
  await calendars.sync(person)
  expect(await calendars.own(person)).toMatchObject({ state: 'active', isBlocking: false })
})

test('disconnecting deletes tokens and times, and revokes the access at Google', async () => {
  const person = await owner()
  await calendars.connect(person, { email: 'leave@google.test' })
  await calendars.sync(person)
  expect((await send(calendarRoutes.disconnect, person, {})).status).toBe(200)
  expect(await calendars.own(person)).toBeNull()
  await runRevoking()
  expect(google.store.data.grants.some(({ email }) => email === 'leave@google.test')).toBe(false)
  expect((await send(calendarRoutes.disconnect, person, {})).status).toBe(200)
})

test('with the account, its calendar is erased, and the access at Google ends', async () => {
  const known = await verified()
  await deps.tenants.pool.updateTable('users').set({ status: 'Active' }).where('id', '=', known.userId).execute()
  const person = { ...known, name: '', ...(await it.signIn(known.userId)) }
  const { email } = known
  await calendars.connect(person, { email: 'erased@google.test' })
  await send(calendarRoutes.makeFeed, person, {})
  const { status } = await send(privacyRoutes.eraseSelf, person, { body: { typed: email, password: PASSWORD } })
  expect(status).toBe(200)
  for (const table of ['calendar_connections', 'calendar_feeds'] as const)
    expect(
      await deps.workerDb.selectFrom(table).select('user_id').where('user_id', '=', person.userId).execute(),
    ).toEqual([])
  await runRevoking()
  expect(google.store.data.grants.some((grant) => grant.email === 'erased@google.test')).toBe(false)
})

test('an installation without a Google account offers no calendar', async () => {
  const without = await testApp({ env: { ...withoutLoops, DEMO: '0' } })
  const person = await (await without.newBusiness()).member('Owner')
  expect((await without.send(calendarRoutes.own, person, {})).body).toMatchObject({
    isOffered: false,
    connection: null,
  })
  expect((await without.send(calendarRoutes.start, person, {})).status).toBe(404)
})
