import { generateSecret, SignJWT, UnsecuredJWT } from 'jose'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { derivedKey } from '../../platform/derived-key.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD, refreshOf, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'

const HOUR = 3_600
const DAY = 24 * HOUR
let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock) })
const { deps, env, send, urls } = world
const { verified, refresh } = testAccounts(world)

const person = await verified()
const signIn = async (remember = false) => {
  const { body, cookies } = await send(authRoutes.login, undefined, {
    body: { email: person.email, password: PASSWORD, remember },
  })
  return { authorization: `Bearer ${tokenOf(body)}`, cookie: refreshOf(cookies) }
}
const isSignedIn = async (authorization: string) => {
  deps.caches.endAll()
  return (await send(authRoutes.getCurrentUser, { authorization }, {})).status === 200
}

test('an access token lasts 15 minutes', async () => {
  const { authorization } = await signIn()
  wait(15 * 60 - 1)
  expect(await isSignedIn(authorization)).toBe(true)
  wait(1)
  expect(await isSignedIn(authorization)).toBe(false)
})

test('forged and borrowed tokens are refused', async () => {
  const { authorization } = await signIn()
  const claims = { sub: person.userId, sid: newId(), exp: Math.floor(clock / 1_000) + 600 }
  const sign = (key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(key)
  const [head, body, signature] = authorization.replace('Bearer ', '').split('.')
  const forged = [
    await sign(await generateSecret('HS256')),
    await sign(new TextEncoder().encode(env.secretKey)),
    await sign(derivedKey(env.secretKey, 'refresh token')),
    // Correctly signed, for a session that does not exist.
    await sign(derivedKey(env.secretKey, 'access token')),
    new UnsecuredJWT(claims).encode(),
    `${head}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`,
    `${head}.${body}.`,
    'x',
  ]
  for (const token of forged) expect(await isSignedIn(`Bearer ${token}`)).toBe(false)
  expect(await isSignedIn(authorization)).toBe(true)
})

test('a refresh gives a new token and rotates the cookie', async () => {
  const { cookie } = await signIn()
  wait(5 * 60)
  const { status, body, cookies } = await refresh(cookie)
  expect(status).toBe(200)
  expect(await isSignedIn(`Bearer ${tokenOf(body)}`)).toBe(true)
  expect(refreshOf(cookies)).not.toBe(cookie)
  expect(refreshOf(cookies).split('.')[0]).toBe(cookie.split('.')[0])
  wait(5 * 60)
  expect((await refresh(refreshOf(cookies))).status).toBe(200)
})

test('seven tabs that refresh at once all get the same cookie, and stay signed in', async () => {
  const { cookie } = await signIn()
  wait(60)
  const replies = await Promise.all(Array.from({ length: 7 }, () => refresh(cookie)))
  expect(replies.map(({ status }) => status)).toEqual(Array(7).fill(200))
  const [next, ...others] = new Set(replies.map(({ cookies }) => refreshOf(cookies)))
  expect(others).toEqual([])
  // One tab has refreshed again while another still presents the first cookie.
  const quick = await refresh(next ?? '')
  wait(30)
  const slow = await refresh(cookie)
  expect([quick, slow].map(({ cookies }) => refreshOf(cookies))).toEqual([next, next])
  wait(1)
  expect((await refresh(next ?? '')).status).toBe(200)
})

test('a cookie replayed later ends the whole session, in every process', async () => {
  const listener = new pg.Client(urls.appUrl)
  await listener.connect()
  await listener.query('listen sessions')
  const heard: (string | undefined)[] = []
  listener.on('notification', ({ payload }) => heard.push(payload))

  const { cookie } = await signIn()
  wait(60)
  const { body, cookies } = await refresh(cookie)
  wait(31)
  const stolen = await refresh(cookie)
  expect(stolen.status).toBe(401)
  expect(stolen.cookies).toEqual([])
  expect((await refresh(refreshOf(cookies))).status).toBe(401)
  expect(await isSignedIn(`Bearer ${tokenOf(body)}`)).toBe(false)
  await expect.poll(() => heard).toEqual([cookie.replace('refresh=', '').split('.')[0]])
  await listener.end()
})

test('a missing or foreign cookie refreshes nothing', async () => {
  for (const cookie of ['', 'refresh=', 'refresh=x.y', `refresh=${newId()}.${'a'.repeat(43)}`, `refresh=${newId()}`]) {
    expect((await refresh(cookie)).status).toBe(401)
  }
})

test('a session ends 12 hours after its last refresh, a remembered one after 30 days', async () => {
  const [short, long, idle] = [await signIn(), await signIn(true), await signIn()]
  wait(11 * HOUR)
  const first = await refresh(short.cookie)
  wait(11 * HOUR)
  expect((await refresh(refreshOf(first.cookies))).status).toBe(200)
  expect((await refresh(idle.cookie)).status).toBe(401)
  wait(29 * DAY)
  const kept = await refresh(long.cookie)
  expect(kept.cookies[0]?.maxAge).toBe(30 * DAY)
  wait(30 * DAY)
  expect((await refresh(refreshOf(kept.cookies))).status).toBe(401)
})

test('no session is extended past 90 days', async () => {
  let { cookie } = await signIn(true)
  for (const days of [29, 29, 29]) {
    wait(days * DAY)
    const { cookies } = await refresh(cookie)
    cookie = refreshOf(cookies)
  }
  wait(2 * DAY)
  const last = await refresh(cookie)
  expect(last.cookies[0]?.maxAge).toBe(DAY)
  wait(DAY)
  expect((await refresh(refreshOf(last.cookies))).status).toBe(401)
})

test.each(['cookie', 'token'])('signing out by the %s ends the session and clears the cookie', async (by) => {
  const { cookie, authorization } = await signIn()
  const other = await signIn()
  const reply = await send(
    authRoutes.logout,
    by === 'token' ? { authorization } : undefined,
    {},
    by === 'cookie' ? { cookie } : {},
  )
  expect(reply.body).toEqual({ success: true })
  expect(reply.cookies[0]).toMatchObject({ name: 'refresh', value: '', path: '/api/auth' })
  expect((await refresh(cookie)).status).toBe(401)
  expect(await isSignedIn(authorization)).toBe(false)
  expect(await isSignedIn(other.authorization)).toBe(true)
})

test('signing out works without either, and a guessed cookie ends no other session', async () => {
  const { cookie, authorization } = await signIn()
  expect((await send(authRoutes.logout, undefined, {})).status).toBe(200)
  const guessed = cookie.replace(/\.[\w-]+$/, `.${'a'.repeat(43)}`)
  expect((await send(authRoutes.logout, undefined, {}, { cookie: guessed })).status).toBe(200)
  expect(await isSignedIn(authorization)).toBe(true)
})
