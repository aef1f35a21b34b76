import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { profileRoutes } from '#contract/profile.ts'
import { deviceOf } from '../../platform/http/content/devices.ts'
import { PASSWORD, refreshOf, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { openStream } from '../../testing/test-stream.ts'

const START = Date.parse('2026-03-01T08:00:00Z')
let clock = START
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock) })
const { app, send, listen } = world
const { verified, refresh } = testAccounts(world)
const base = await listen()

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
const signIn = async (email: string, userAgent: string) => {
  const { body, cookies } = await send(
    authRoutes.login,
    undefined,
    { body: { email, password: PASSWORD } },
    { 'user-agent': userAgent },
  )
  return { authorization: `Bearer ${tokenOf(body)}`, cookie: refreshOf(cookies) }
}
const list = async (as: { authorization: string }) => (await send(profileRoutes.sessions, as, {})).body.sessions
const isIn = async (as: { authorization: string }) => (await send(authRoutes.getCurrentUser, as, {})).status === 200

test('the list shows device, network, start, last use and the current session', async () => {
  clock = START
  const { email } = await verified()
  wait(60)
  const desk = await signIn(email, CHROME)
  wait(60)
  const phone = await signIn(email, SAFARI)
  const sessions = await list(desk)
  expect(sessions).toHaveLength(3) // including the session of the registration
  expect(sessions[0]).toEqual({
    _id: expect.any(String),
    device: { browser: 'Safari', system: 'iPhone' },
    ip: '127.0.0.1',
    createdAt: '2026-03-01T08:02:00Z',
    lastSeenAt: '2026-03-01T08:02:00Z',
    isCurrent: false,
  })
  expect(sessions[1]).toMatchObject({ device: { browser: 'Chrome', system: 'Windows' }, isCurrent: true })
  expect((await list(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false])
})

test('a refresh updates the time and network of a session', async () => {
  const { email } = await verified()
  const { cookie, authorization } = await signIn(email, CHROME)
  wait(10 * 60)
  const now = new Date(clock).toISOString().replace('.000', '')
  await app.inject({
    method: 'POST',
    url: '/api/auth/refresh',
    remoteAddress: '198.51.100.9',
    headers: { host: 'localhost', cookie, 'user-agent': SAFARI },
  })
  expect((await list({ authorization }))[0]).toMatchObject({
    lastSeenAt: now,
    ip: '198.51.100.9',
    device: { system: 'iPhone' },
  })
})

test('ending one session cuts its token and its stream at once, and no other', async () => {
  const { email, ...first } = await verified()
  const [mine, lost] = [await signIn(email, CHROME), await signIn(email, SAFARI)]
  const streams = [await openStream(base, mine.authorization), await openStream(base, lost.authorization)] as const
  await Promise.all(streams.map((stream) => stream.heard('ready')))
  expect(await isIn(lost)).toBe(true) // and the session check is cached
  const id = (await list(mine)).find(({ device }) => device.system === 'iPhone')?._id ?? ''
  expect((await send(profileRoutes.revokeSession, mine, { params: { id } })).body).toEqual({ success: true })
  const [end] = await streams[1].heard('end')
  expect(end?.data).toBe('revoked')
  expect(await isIn(lost)).toBe(false)
  expect((await refresh(lost.cookie)).status).toBe(401)
  expect([await isIn(mine), await isIn(first)]).toEqual([true, true])
  expect(streams[0].of('end')).toEqual([])
  expect((await list(mine)).map(({ _id }) => _id)).not.toContain(id)

  const again = await send(profileRoutes.revokeSession, mine, { params: { id } })
  expect([again.status, (again.body as unknown as Failure).code]).toEqual([404, 'session_not_found'])
  streams[0].close()
})

test('ending all other sessions keeps this one', async () => {
  const { email, ...first } = await verified()
  const [mine, other] = [await signIn(email, CHROME), await signIn(email, SAFARI)]
  const stream = await openStream(base, other.authorization)
  await stream.heard('ready')
  expect((await send(profileRoutes.revokeOthers, mine, {})).status).toBe(200)
  expect((await stream.heard('end'))[0]?.data).toBe('revoked')
  expect([await isIn(mine), await isIn(other), await isIn(first)]).toEqual([true, false, false])
  expect((await refresh(mine.cookie)).status).toBe(200)
  expect(await list(mine)).toMatchObject([{ isCurrent: true }])
})

test("another person's session cannot be ended", async () => {
  const [one, other] = [await verified(), await verified()]
  const id = (await list(other))[0]?._id ?? ''
  expect((await send(profileRoutes.revokeSession, one, { params: { id } })).status).toBe(404)
  await send(profileRoutes.revokeOthers, one, {})
  expect(await isIn(other)).toBe(true)
})

test('an ended session is not listed', async () => {
  const person = await verified()
  wait(11 * 3_600)
  const { authorization } = await signIn(person.email, CHROME)
  expect(await list({ authorization })).toHaveLength(2)
  wait(2 * 3_600)
  const later = await signIn(person.email, CHROME)
  expect(await list(later)).toHaveLength(2)
})

test.each([
  [CHROME, 'Chrome', 'Windows'],
  [`${CHROME} Edg/140.0.0.0`, 'Edge', 'Windows'],
  [SAFARI, 'Safari', 'iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux'],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
    'Chrome',
    'Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  ['curl/8.5.0', null, null],
  ['', null, null],
])('%s', (userAgent, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ browser, system })
})
