import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { insertReset } from '../features/auth/auth.queries.ts'
import { hashPassword } from '../features/auth/passwords.ts'
import { hashOf, newSecret } from '../features/auth/tokens.ts'
import { testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'

const PASSWORD = 'a passphrase of the demo'
const refreshOf = (cookies: { name: string; value: string }[]) =>
  cookies
    .filter(({ name }) => name.endsWith('refresh'))
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ')

/**
 * An installation with demo people in its data folder; every request comes from this machine by its name, without proxy
 * headers.
 */
async function installation(env: Record<string, string>) {
  const it = await testApp({ env })
  const { userId, email } = await it.person()
  const password = { password_hash: await hashPassword(PASSWORD) }
  await it.deps.tenants.pool.updateTable('users').set(password).where('id', '=', userId).execute()
  const body = { email, password: PASSWORD }
  const before = await it.send(authRoutes.login, undefined, { body })
  expect(before.status).toBe(200)
  await it.deps.tenants.pool.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute()
  it.deps.caches.endAll()
  const codeOf = async (reply: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await reply
    return status === 200 ? 200 : (body as Failure).code
  }
  const signedIn = { authorization: `Bearer ${(before.body as { accessToken: string }).accessToken}` }
  return {
    ...it,
    email,
    userId,
    signIn: () => codeOf(it.send(authRoutes.login, undefined, { body })),
    useToken: () => codeOf(it.send(authRoutes.getCurrentUser, signedIn, {})),
    refresh: () => codeOf(it.send(authRoutes.refresh, undefined, {}, { cookie: refreshOf(before.cookies) })),
    async reset() {
      const token = newSecret()
      const expiresAt = new Date(Date.now() + 3_600_000)
      await insertReset(it.deps.tenants.pool, { tokenHash: hashOf(token), userId, expiresAt })
      const body = { token, password: 'another passphrase', passwordConfirmation: 'another passphrase' }
      return codeOf(it.send(authRoutes.reset, undefined, { body }))
    },
  }
}

describe.each([
  ['whose address is public', { PUBLIC_URL: 'https://leads.example.com' }],
  ['whose address is public, with DEMO=1', { PUBLIC_URL: 'https://leads.example.com', DEMO: '1' }],
  ['with DEMO=0', { DEMO: '0' }],
  ['that others may connect to', { HOST: '0.0.0.0' }],
])('demo people cannot sign in to an installation %s', (_, env) => {
  test('by password, by an earlier session or token, or by a reset link, which is not sent', async () => {
    const { signIn, useToken, refresh, reset, ...it } = await installation(env)
    expect(await signIn()).toBe('wrong_credentials')
    expect(await useToken()).toBe('unauthenticated')
    expect(await refresh()).toBe('unauthenticated')
    expect(await reset()).toBe('link_expired')
    const someone = await it.person()
    for (const address of [it.email, someone.email])
      expect((await it.send(authRoutes.recover, undefined, { body: { email: address } })).status).toBe(200)
    const recipients = await waitFor(async () => {
      const messages = it.deps.workerDb.selectFrom('messages').select('recipient')
      const rows = await messages.where('recipient', 'in', [it.email, someone.email]).execute()
      return rows.length > 0 && rows.map(({ recipient }) => recipient)
    })
    expect(recipients).toEqual([someone.email])
  })
})

test.each([[{}], [{ HOST: '0.0.0.0', DEMO: '1' }]])('demo people can sign in on this machine: %o', async (env) => {
  const { signIn, useToken, refresh, reset } = await installation(env)
  expect([await signIn(), await useToken(), await refresh(), await reset()]).toEqual([200, 200, 200, 200])
})

test('the pages below /dev are closed with a public address, whatever DEMO is', async () => {
  const { app } = await testApp({ env: { PUBLIC_URL: 'https://leads.example.com', DEMO: '1' } })
  for (const url of ['/dev/outbox', '/dev/outbox.json', '/dev/phones/numbers'])
    expect((await app.inject({ url, headers: { host: 'localhost' } })).statusCode, url).toBe(404)
})
