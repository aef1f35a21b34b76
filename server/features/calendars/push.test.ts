import { expect, test } from 'vitest'
import { freePort } from '../../platform/free-port.ts'
import { startLocalGoogle } from '../../providers/google/local/local-google.ts'
import { atFileEnd } from '../../testing/at-file-end.ts'
import { CALENDAR_RETURN, testCalendars } from '../../testing/features/test-calendars.ts'
import { withoutLoops } from '../../testing/features/test-speed-to-lead.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'

const port = await freePort()
const PUBLIC_URL = `http://localhost:${port}`
let clock = new Date('2026-11-29T08:00:00Z')
const now = () => clock
const google = await startLocalGoogle({
  redirectUris: [`${PUBLIC_URL}${CALENDAR_RETURN}`],
  now,
  timeZone: 'Asia/Jerusalem',
})
atFileEnd(google.close)
const it = await testApp({
  now,
  env: {
    ...withoutLoops,
    ...{ PUBLIC_URL, DEMO: '0', GOOGLE_CALENDAR: '1', GOOGLE_CALENDAR_API: google.account.apiUrl },
    GOOGLE_ISSUER: google.account.issuer,
    GOOGLE_CLIENT_ID: google.account.clientId,
    GOOGLE_CLIENT_SECRET: google.account.clientSecret,
  },
})
await it.app.listen({ port, host: '127.0.0.1' })
const calendars = testCalendars(it, google)
const email = 'push@google.test'
const person = await (await it.newBusiness()).member('Owner')
const rowOf = () =>
  it.deps.workerDb
    .selectFrom('calendar_connections')
    .select(['due_at', 'channel_id', 'channel_until'])
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow()
const isDue = async () => Date.parse((await rowOf()).due_at) <= clock.getTime()
const note = (headers: Record<string, string>) =>
  fetch(`${PUBLIC_URL}/hooks/google-calendar`, { method: 'POST', headers }).then(({ status }) => status)

test('a change at Google makes the calendar due at once; a note without the channel’s secret does nothing', async () => {
  await calendars.connect(person, { email })
  await calendars.sync(person)
  const { channel_id: id } = await rowOf()
  expect(await calendars.own(person)).toMatchObject({ isPushed: true })
  expect(await isDue()).toBe(false)

  expect(await note({ 'x-goog-channel-id': id ?? '', 'x-goog-channel-token': 'a guess' })).toBe(404)
  expect(await note({ 'x-goog-channel-id': 'not an id', 'x-goog-channel-token': 'x' })).toBe(404)
  expect(await note({})).toBe(404)
  expect(await isDue()).toBe(false)

  calendars.add({ start: { dateTime: '2026-11-30T09:00:00Z' }, end: { dateTime: '2026-11-30T10:00:00Z' } }, email)
  await waitFor(isDue)
})

test('a channel is renewed before it ends, and the one before is closed', async () => {
  await calendars.sync(person)
  const before = await rowOf()
  const channels = () => google.store.accountOf(email).channels.map(({ id }) => id)
  expect(channels()).toEqual([before.channel_id])
  // Six of seven days.
  clock = new Date(clock.getTime() + 6 * 86_400_000)
  await calendars.sync(person)
  const after = await rowOf()
  expect(after.channel_id).not.toBe(before.channel_id)
  expect(channels()).toEqual([after.channel_id])
  expect(Date.parse(after.channel_until ?? '')).toBe(clock.getTime() + 7 * 86_400_000)
})

test('where Google opens no channel, changes are asked for every few minutes', async () => {
  const other = await (await it.newBusiness()).member('Owner')
  await calendars.connect(other, { email: 'poll@google.test' })
  google.faults.push({ path: /watch/, times: 1, status: 400, reason: 'push.webhookUrlNotHttps' })
  await calendars.sync(other)
  expect(await calendars.own(other)).toMatchObject({ state: 'active', isPushed: false })
  const { due_at } = await it.deps.workerDb
    .selectFrom('calendar_connections')
    .select('due_at')
    .where('user_id', '=', other.userId)
    .executeTakeFirstOrThrow()
  expect(Date.parse(due_at) - clock.getTime()).toBe(5 * 60_000)
})
