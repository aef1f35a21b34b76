import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import type { Failure } from '#contract/common.ts'
import { userRoutes } from '#contract/team/users.ts'
import { PASSWORD, refreshOf, registration, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock) })
const { app, deps, send } = world
const { registering, register, verified, messagesTo, lastCodeTo } = testAccounts(world)

/** From another network than the other tests. */
const signInFrom = async (remoteAddress: string, email: string, password = PASSWORD) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    remoteAddress,
    headers: { host: 'localhost', 'accept-language': 'en' },
    payload: { email, password },
  })
  return { status: reply.statusCode, headers: reply.headers, body: reply.json<Failure>() }
}
const failureOf = ({ status, body }: { status: number; body: unknown }) => ({ status, code: (body as Failure).code })

test('registering makes a Pending account, signs in, and sends a code of six digits to the phone', async () => {
  const typed = await registering({ email: 'Dana@Example.test', phone: '072-444-0199' })
  const { status, body, cookies } = await send(authRoutes.register, undefined, { body: typed })

  expect(status).toBe(200)
  expect(body).toMatchObject({ success: true, message: 'Registration successful.' })
  expect(body.user).toMatchObject({
    name: 'Noa Levi',
    email: 'dana@example.test',
    phone: '+972724440199',
    status: 'Pending',
  })
  expect(body.user.userLanguage).toBe('en')
  const [cookie] = cookies
  expect(cookie).toMatchObject({ name: 'refresh', path: '/api/auth', httpOnly: true, sameSite: 'Strict' })
  expect(cookie?.secure).toBeUndefined()
  expect(cookie?.maxAge).toBeUndefined()

  const messages = await messagesTo('+972724440199')
  expect(messages).toHaveLength(1)
  expect(messages[0]).toMatchObject({ channel: 'sms' })
  expect(messages[0]?.body).toMatch(/^Leadline: your code is \d{6}\. It is valid for 10 minutes\.$/)

  const current = await send(authRoutes.getCurrentUser, { authorization: `Bearer ${body.accessToken}` }, {})
  expect(current.body.user).toEqual(body.user)
})

test('the password is kept as argon2id with its parameters in the hash', async () => {
  const { userId } = await register()
  const { password_hash } = await deps.tenants.pool
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
})

test.each([
  ['noa levi 1990', 'personal'],
  ['NoaLevi2024!', 'personal'],
  ['levinoa123', 'personal'],
  ['noa.levi@example.test', 'personal'],
  ['Leadline2026', 'personal'],
  ['052-444-0199', 'personal'],
  ['0524440199', 'personal'],
  ['iloveyou1', 'common'],
  ['00000000', 'common'],
  ['noa levi rides a bicycle', undefined],
  ['7 purple tractors', undefined],
])('a new password %s is %s', async (password, weakness) => {
  const email = `noa.levi@${crypto.randomUUID().slice(0, 8)}.example.test`
  const typed = await registering({ email, phone: '052-444-0199', password })
  const { status, body } = await send(authRoutes.register, undefined, { body: typed })
  const text = {
    personal: 'This password contains your name, email or phone. Choose another',
    common: 'This password is too common. Choose another',
  }
  if (weakness === undefined) return expect(status).toBe(200)
  expect((body as unknown as Failure).issues).toEqual([
    { path: 'password', message: text[weakness as keyof typeof text] },
  ])
})

test('an e-mail has one account, in whatever case it is typed and however many register at once', async () => {
  const { email } = await register()
  wait(60)
  const again = await registering({ email: email.toUpperCase() })
  expect(again.emailCode).toBeUndefined()
  const refused = await send(authRoutes.register, undefined, { body: { ...again, emailCode: '123456' } })
  expect(failureOf(refused)).toEqual({ status: 422, code: 'invalid_input' })

  const body = await registering()
  const replies = await Promise.all([1, 2, 3, 4].map(() => send(authRoutes.register, undefined, { body })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const accounts = deps.tenants.pool.selectFrom('users').select('email')
  for (const address of [email, body.email])
    expect(await accounts.where('email', '=', address).execute()).toHaveLength(1)
})

test('each wrong field of a registration is named, in the language of the reader', async () => {
  const body = { name: 'x', email: 'no', phone: '12', password: 'short', passwordConfirmation: 'other', terms: false }
  const reply = await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    headers: { 'accept-language': 'en' },
    payload: body,
  })
  expect(reply.statusCode).toBe(422)
  const { issues = [] } = reply.json<Failure>()
  expect(Object.fromEntries(issues.map(({ path, message }) => [path, message]))).toEqual({
    name: 'Minimum 2 characters required',
    email: 'Invalid email address',
    password: 'The password must have at least 8 characters',
    terms: 'Please agree to the terms and conditions',
  })

  const common = registration({ phone: '12', password: 'Password123' })
  const { body: failure } = await send(authRoutes.register, undefined, { body: common }, { 'accept-language': 'he' })
  expect((failure as unknown as Failure).issues).toEqual([
    { path: 'phone', message: 'מספר הטלפון אינו תקין' },
    { path: 'password', message: 'הסיסמה הזאת נפוצה מדי. יש לבחור אחרת' },
  ])

  const differing = { ...registration(), passwordConfirmation: 'something else' }
  const { body: second } = await send(authRoutes.register, undefined, { body: differing })
  expect((second as unknown as Failure).issues).toEqual([
    { path: 'passwordConfirmation', message: 'The passwords do not match' },
  ])
})

test('the right code makes the account Verified; entering it twice is harmless', async () => {
  const person = await register()
  const code = await lastCodeTo(person.phone)
  const replies = await Promise.all([1, 2, 3].map(() => send(authRoutes.verifyPhone, person, { body: { code } })))
  expect(replies.map(({ status, body }) => [status, body.user?.status])).toEqual(Array(3).fill([200, 'Verified']))
  const again = await send(authRoutes.verifyPhone, person, { body: { code: '000000' } })
  expect(again.body.user.status).toBe('Verified')
})

test('a Pending account reaches the code screen, the profile and sign-out only; the first business makes it Active', async () => {
  const person = await register()
  const create = () => send(businessRoutes.create, person, { body: { name: 'Kitchens' } })
  expect(failureOf(await create())).toEqual({ status: 403, code: 'phone_not_verified' })
  expect((await send(userRoutes.update, person, { body: { name: 'Noa Cohen' } })).status).toBe(200)
  await send(authRoutes.verifyPhone, person, { body: { code: await lastCodeTo(person.phone) } })
  expect((await create()).status).toBe(201)
  const { body } = await send(authRoutes.getCurrentUser, person, {})
  expect(body.user.status).toBe('Active')
  expect(body.businesses).toMatchObject([{ role: 'Owner', business: { name: 'Kitchens' } }])
})

test('a code allows five tries, including the right one', async () => {
  const person = await register()
  const code = await lastCodeTo(person.phone)
  const wrong = code === '111111' ? '222222' : '111111'
  for (let i = 0; i < 5; i++) {
    const reply = await send(authRoutes.verifyPhone, person, { body: { code: wrong } })
    expect(failureOf(reply)).toEqual({ status: 422, code: 'code_wrong' })
  }
  expect(failureOf(await send(authRoutes.verifyPhone, person, { body: { code } }))).toEqual({
    status: 422,
    code: 'code_expired',
  })
})

test('a code expires after ten minutes', async () => {
  const person = await register()
  const code = await lastCodeTo(person.phone)
  wait(10 * 60)
  expect(failureOf(await send(authRoutes.verifyPhone, person, { body: { code } }))).toEqual({
    status: 422,
    code: 'code_expired',
  })
})

test('another code may be requested after a minute, and invalidates the previous one', async () => {
  const person = await register()
  const first = await lastCodeTo(person.phone)
  wait(20)
  const early = await send(authRoutes.sendPhoneCode, person, { body: {} })
  expect(failureOf(early)).toEqual({ status: 429, code: 'too_many_requests' })
  expect(early.headers['retry-after']).toBe('40')
  wait(40)
  const late = await send(authRoutes.sendPhoneCode, person, { body: {} })
  expect(late.body).toEqual({ success: true, sentTo: person.phone, channel: 'sms' })
  const second = await lastCodeTo(person.phone)
  if (second !== first) {
    expect(failureOf(await send(authRoutes.verifyPhone, person, { body: { code: first } })).code).toBe('code_wrong')
  }
  expect((await send(authRoutes.verifyPhone, person, { body: { code: second } })).body.user.status).toBe('Verified')
  expect(failureOf(await send(authRoutes.sendPhoneCode, person, { body: {} }))).toEqual({
    status: 409,
    code: 'changed_meanwhile',
  })
})

test('a wrong number can be corrected at once; six codes an hour are the limit', async () => {
  const person = await register()
  const phone = aPhone()
  const corrected = await send(authRoutes.sendPhoneCode, person, { body: { phone: phone.replace('+972', '0') } })
  expect(corrected.body).toEqual({ success: true, sentTo: phone, channel: 'sms' })
  const oldCode = await lastCodeTo(person.phone)
  const newCode = await lastCodeTo(phone)
  expect(newCode).not.toBe('')
  if (oldCode !== newCode) {
    expect(failureOf(await send(authRoutes.verifyPhone, person, { body: { code: oldCode } })).code).toBe('code_wrong')
  }
  for (let i = 0; i < 4; i++) {
    wait(60)
    expect((await send(authRoutes.sendPhoneCode, person, { body: {} })).status).toBe(200)
  }
  wait(60)
  expect(failureOf(await send(authRoutes.sendPhoneCode, person, { body: {} })).status).toBe(429)
  const { body } = await send(authRoutes.verifyPhone, person, { body: { code: await lastCodeTo(phone) } })
  expect(body.user).toMatchObject({ phone, status: 'Verified' })
})

test('signing in gives a token and a cookie; "stay signed in" keeps the cookie for 30 days', async () => {
  const { email } = await verified()
  const { body, cookies } = await send(authRoutes.login, undefined, {
    body: { email: email.toUpperCase(), password: PASSWORD },
  })
  expect(body).toMatchObject({ success: true, message: 'You are signed in', user: { email, status: 'Verified' } })
  expect(cookies[0]?.maxAge).toBeUndefined()
  const remembered = await send(authRoutes.login, undefined, { body: { email, password: PASSWORD, remember: true } })
  expect(remembered.cookies[0]?.maxAge).toBe(30 * 24 * 3_600)
})

test('wrong password and unknown address get the same answer', async () => {
  const { email } = await register()
  const wrong = await send(authRoutes.login, undefined, { body: { email, password: 'not this one' } })
  const unknown = await send(authRoutes.login, undefined, {
    body: { email: 'unknown@example.test', password: 'not this one' },
  })
  expect(failureOf(wrong)).toEqual({ status: 401, code: 'wrong_credentials' })
  expect(unknown.body).toEqual(wrong.body)
  expect(wrong.cookies).toEqual([])
})

test.each(['known', 'unknown'])(
  'five failures lock an account that is %s out for 15 minutes from that network',
  async (kind) => {
    const ip = kind === 'known' ? '198.51.100.7' : '198.51.100.8'
    const email = kind === 'known' ? (await verified()).email : 'ghost@example.test'
    for (let i = 0; i < 5; i++) {
      wait(60)
      expect(failureOf(await signInFrom(ip, email, 'a guess'))).toEqual({ status: 401, code: 'wrong_credentials' })
    }
    wait(14 * 60)
    const locked = await signInFrom(ip, email)
    expect(failureOf(locked)).toEqual({ status: 429, code: 'locked_out' })
    expect(locked.headers['retry-after']).toBe('60')
    expect(locked.body.message).toBe('Too many attempts. Please try again later')
    const elsewhere = await signInFrom('203.0.113.9', email)
    expect(elsewhere.status).toBe(kind === 'known' ? 200 : 401)
    wait(60)
    expect((await signInFrom(ip, email)).status).toBe(kind === 'known' ? 200 : 401)
  },
)

test('simultaneous guesses are counted like others; a sign-in resets the counter', async () => {
  const { email } = await verified()
  const replies = await Promise.all(Array.from({ length: 12 }, () => signInFrom('198.51.100.20', email, 'a guess')))
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7)

  const other = await verified()
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) await signInFrom('198.51.100.21', other.email, 'a guess')
    expect((await signInFrom('198.51.100.21', other.email)).status).toBe(200)
  }
})

test('demo people exist on this machine only', async () => {
  const { email, userId } = await verified()
  await deps.tenants.pool.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute()
  const body = { email, password: PASSWORD }
  const here = await send(authRoutes.login, undefined, { body })
  expect(here.status).toBe(200)
  for (const headers of [{ host: 'leads.example.com' }, { 'x-forwarded-for': '198.51.100.1' }] as Record<
    string,
    string
  >[]) {
    expect(failureOf(await send(authRoutes.login, undefined, { body }, headers)).code).toBe('wrong_credentials')
    const refreshed = await send(authRoutes.refresh, undefined, {}, { cookie: refreshOf(here.cookies), ...headers })
    expect(refreshed.status).toBe(401)
    // A token issued here is refused elsewhere, too.
    const token = { authorization: `Bearer ${tokenOf(here.body)}` }
    expect((await send(authRoutes.getCurrentUser, token, {}, headers)).status).toBe(401)
    expect((await send(authRoutes.getCurrentUser, token, {})).status).toBe(200)
  }
})
