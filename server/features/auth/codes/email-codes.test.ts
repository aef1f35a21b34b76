import { afterEach, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { registration, testAccounts } from '../../../testing/accounts/test-accounts.ts'
import { testApp } from '../../../testing/test-app.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const MINUTE = 60
const DAY = 86_400
const world = await testApp({ now: () => new Date(clock) })
const { app, deps, send, errors } = world
const { askEmailCode, emailCodeTo, registering, register, messagesTo, lastCodeTo } = testAccounts(world)
const { pool } = deps.tenants

let addresses = 0
const anAddress = () => `new${++addresses}@example.test`
const network = (n: number) => `198.51.${100 + Math.floor(n / 250)}.${n % 250}`
/** From another network. */
async function from(remoteAddress: string, path: string, payload: object) {
  const headers = { host: 'localhost', 'accept-language': 'en' }
  const reply = await app.inject({ method: 'POST', url: `/api/auth/${path}`, remoteAddress, headers, payload })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json<Failure>() }
}
const ask = (ip: string, email: string) => from(ip, 'register/code', { email })
const bring = (ip: string, email: string, emailCode: string) =>
  from(ip, 'register', { ...registration({ email }), emailCode })
const here = '127.0.0.1'
const another = (code: string) => (code === '111111' ? '222222' : '111111')
const refused = {
  success: false,
  code: 'invalid_input',
  message: expect.any(String),
  issues: [{ path: 'emailCode', message: 'The code is wrong or no longer valid. You can request a new one' }],
}
const mailsTo = async (email: string) => (await messagesTo(email)).length

afterEach(() => {
  expect(errors).toEqual([])
  wait(DAY)
})

test('the mailed code creates an account whose address is proved from the start', async () => {
  const email = anAddress()
  const asked = await askEmailCode(email.toUpperCase())
  expect([asked.status, asked.body]).toEqual([
    200,
    { success: true, message: 'A message with further instructions is on its way to this address' },
  ])
  const [mail] = await messagesTo(email)
  const code = await lastCodeTo(email)
  expect(mail).toMatchObject({ channel: 'mail', subject: `Your code to register with Leadline: ${code}` })
  expect(code).toMatch(/^\d{6}$/)

  const reply = await send(authRoutes.register, undefined, { body: { ...registration({ email }), emailCode: code } })
  expect(reply.body.user).toMatchObject({ email, status: 'Pending' })
  const account = pool.selectFrom('users').select('email_verified_at as at').where('email', '=', email)
  expect(Date.parse((await account.executeTakeFirstOrThrow()).at ?? '')).toBe(clock)
})

test('only keyed hashes of the code, the address and the network are stored', async () => {
  const email = anAddress()
  const code = await emailCodeTo(email)
  const [row] = await pool.selectFrom('email_codes').selectAll().orderBy('sent_at', 'desc').limit(1).execute()
  for (const bytes of [row?.address, row?.network, row?.code_hash]) expect(bytes).toHaveLength(32)
  for (const text of [email, code, here]) expect(JSON.stringify(row)).not.toContain(text)
})

test('wrong, expired, exhausted, used, never sent, of another address and of a taken address: the same error', async () => {
  const { email: taken } = await register()
  const good = anAddress()
  const code = await emailCodeTo(good)
  const [expired, usedUp] = [anAddress(), anAddress()]
  const old = await emailCodeTo(expired)
  const tired = await emailCodeTo(usedUp)
  for (let i = 0; i < 5; i++) await bring(here, usedUp, another(tired))
  const usedOnce = await registering()
  expect((await send(authRoutes.register, undefined, { body: usedOnce })).status).toBe(200)
  wait(5 * MINUTE)
  await askEmailCode(taken)
  wait(5 * MINUTE)
  const replies = [
    await bring(here, good, another(code)),
    await bring(here, expired, old),
    await bring(here, usedUp, tired),
    await bring(here, usedOnce.email, usedOnce.emailCode ?? ''),
    await bring(here, anAddress(), '123456'),
    await bring(here, anAddress(), code),
    await bring(here, taken, '123456'),
    await bring(here, taken, code),
  ]
  for (const { status, body } of replies) expect([status, body]).toEqual([422, refused])
  const without = await from(here, 'register', registration({ email: taken }))
  expect(without.body).toEqual((await from(here, 'register', registration())).body)
  expect(without.body.issues).toEqual([{ path: 'emailCode', message: 'This field is required' }])
})

test('a code allows five tries and lasts ten minutes', async () => {
  const email = anAddress()
  const code = await emailCodeTo(email)
  for (let i = 0; i < 4; i++) expect((await bring(here, email, another(code))).status).toBe(422)
  wait(10 * MINUTE - 1)
  expect((await bring(here, email, code)).status).toBe(200)
})

test('another code is mailed after a minute and invalidates the previous one; until then the same reply and no mail', async () => {
  const email = anAddress()
  const first = await emailCodeTo(email)
  wait(59)
  expect((await askEmailCode(email)).status).toBe(200)
  expect(await mailsTo(email)).toBe(1)
  wait(1)
  const second = await emailCodeTo(email)
  expect(await mailsTo(email)).toBe(2)
  if (second !== first) expect((await bring(here, email, first)).status).toBe(422)
  expect((await bring(here, email, second)).status).toBe(200)
})

test('the other fields are validated before the code, which they do not use up', async () => {
  const typed = await registering({ password: 'password123' })
  const reply = await send(authRoutes.register, undefined, { body: typed })
  expect((reply.body as unknown as Failure).issues).toEqual([
    { path: 'password', message: 'This password is too common. Choose another' },
  ])
  const better = { password: 'correct horse battery', passwordConfirmation: 'correct horse battery' }
  expect((await send(authRoutes.register, undefined, { body: { ...typed, ...better } })).status).toBe(200)
})

test('two tabs and a double submit create one account', async () => {
  const typed = await registering()
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => send(authRoutes.register, undefined, { body: typed })),
  )
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses[0]).toBe(200)
  for (const status of statuses.slice(1)) expect([409, 422]).toContain(status)
  const accounts = await pool.selectFrom('users').select('id').where('email', '=', typed.email).execute()
  expect(accounts).toHaveLength(1)
})

test('simultaneous requests in two tabs send one code, and it works', async () => {
  const email = anAddress()
  const asked = await Promise.all([askEmailCode(email), askEmailCode(email), askEmailCode(email)])
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await mailsTo(email)).toBe(1)
  expect((await bring(here, email, await lastCodeTo(email))).status).toBe(200)
})

test('the address gets a notice if an account was created meanwhile', async () => {
  const typed = await registering()
  const values = { id: crypto.randomUUID(), name: 'Noa', email: typed.email, status: 'Active', language: 'en' }
  await pool.insertInto('users').values(values).execute()
  const { status, body } = await send(authRoutes.register, undefined, { body: typed })
  expect([status, (body as unknown as Failure).code]).toEqual([409, 'email_taken'])
})

test('a stranger elsewhere neither replaces the code of the owner nor uses up its tries', async () => {
  const email = anAddress()
  await ask(network(1), email)
  const code = await lastCodeTo(email)
  for (let n = 2; n < 7; n++) {
    await ask(network(n), email)
    for (let i = 0; i < 8; i++) expect((await bring(network(n), email, another(code))).status).toBe(422)
  }
  for (let i = 0; i < 8; i++) expect((await bring(network(9), email, another(code))).status).toBe(422)
  expect((await bring(network(1), email, code)).status).toBe(200)
})

test('who asked on one network may type the code on another', async () => {
  const email = anAddress()
  await ask(network(10), email)
  expect((await bring(network(11), email, await lastCodeTo(email))).status).toBe(200)
})

test('where no code was asked for, ten tries an hour are all, from whatever networks', async () => {
  const email = anAddress()
  await ask(network(20), email)
  const code = await lastCodeTo(email)
  for (let i = 0; i < 10; i++) await bring(network(21 + i), email, another(code))
  expect((await bring(network(40), email, code)).status).toBe(422)
  expect((await bring(network(20), email, code)).status).toBe(200)
})

test('beyond fifty wrong codes in a day each code bears one try, and only where it was asked for', async () => {
  const email = anAddress()
  for (let n = 50; n < 60; n++) {
    if (n % 2 === 0) wait(61 * MINUTE)
    await ask(network(n), email)
    const code = await lastCodeTo(email)
    for (let i = 0; i < 5; i++) await bring(network(n), email, another(code))
  }
  wait(61 * MINUTE)
  await ask(network(70), email)
  const code = await lastCodeTo(email)
  expect((await bring(network(71), email, code)).status).toBe(422)
  await bring(network(70), email, another(code))
  expect((await bring(network(70), email, code)).status).toBe(422)
  wait(MINUTE)
  await ask(network(70), email)
  expect((await bring(network(70), email, await lastCodeTo(email))).status).toBe(200)
})

test.each(['free', 'taken'])('six mails an hour for a %s address and network; elsewhere goes on', async (kind) => {
  const email = kind === 'free' ? anAddress() : (await register()).email
  const before = await mailsTo(email)
  const ip = network(kind === 'free' ? 100 : 101)
  for (let i = 0; i < 6; i++) {
    expect((await ask(ip, email)).status).toBe(200)
    wait(MINUTE)
  }
  const seventh = await ask(ip, email)
  expect([seventh.status, seventh.body.code]).toEqual([429, 'too_many_requests'])
  expect((await ask(network(102), email)).status).toBe(200)
  expect(await mailsTo(email)).toBe(before + 7)
})

test.each(['free', 'taken'])(
  'however many networks ask, a %s address gets ten mails an hour and then few',
  async (kind) => {
    const email = kind === 'free' ? anAddress() : (await register()).email
    const before = await mailsTo(email)
    wait(DAY)
    for (let i = 0; i < 20; i++) expect((await ask(network(110 + i), email)).status).toBe(200)
    expect(await mailsTo(email)).toBe(before + 11)
    wait(10 * MINUTE)
    await ask(network(140), email)
    expect(await mailsTo(email)).toBe(before + 12)
  },
)

test('one network asks for fifty codes an hour and a hundred a day, and types fifty wrong ones an hour', async () => {
  const ip = network(200)
  for (let hour = 0; hour < 2; hour++) {
    for (let i = 0; i < 50; i++) expect((await ask(ip, anAddress())).status).toBe(200)
    expect((await ask(ip, anAddress())).status).toBe(429)
    wait(61 * MINUTE)
  }
  expect((await ask(ip, anAddress())).status).toBe(429)
  expect((await ask(network(201), anAddress())).status).toBe(200)

  for (let i = 0; i < 50; i++) expect((await bring(network(202), anAddress(), '123456')).status).toBe(422)
  expect((await bring(network(202), anAddress(), '123456')).status).toBe(429)
  wait(61 * MINUTE)
  expect((await bring(network(202), anAddress(), '123456')).status).toBe(422)
})
