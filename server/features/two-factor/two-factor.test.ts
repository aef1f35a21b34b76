import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import type { Failure } from '#contract/common.ts'
import { appCode } from '../../testing/accounts/app-code.ts'
import { PASSWORD, refreshOf, testAccounts, tokenOf } from '../../testing/accounts/test-accounts.ts'
import { testTwoFactor } from '../../testing/accounts/test-two-factor.ts'
import { testApp } from '../../testing/test-app.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { resetTwoFactorOf } from './operator.ts'
import { stepOfCode } from './two-factor.rules.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const wait = (seconds: number) => {
  clock += seconds * 1_000
}
const world = await testApp({ now: () => new Date(clock) })
const { deps, send } = world
const { verified, messagesTo, refresh } = testAccounts(world)
const { codeOf, turnOn, firstStep, secondStep } = testTwoFactor(world)

type Caller = { authorization: string }
const stateOf = async (as: Caller) => (await send(twoFactorRoutes.get, as, {})).body
const failureOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as Failure).code]
const subjectsTo = async (email: string) => (await messagesTo(email)).map(({ subject }) => subject)
const tenOnes = (as: string[]) => as.map((code) => /^[2-9a-hjkmnp-z]{5}-[2-9a-hjkmnp-z]{5}$/.test(code))
/** Creates a person with two-factor on and moves the clock forward, because the first code is consumed. */
const withTwoFactor = async () => {
  const person = await verified()
  const own = await turnOn(person)
  wait(30)
  return { ...person, ...own }
}

test('codes are those of RFC 6238, accepted a step early or late and never twice', () => {
  // RFC 6238, appendix B: the secret is the text 12345678901234567890. These are the last 6 of the 8 digits there.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  for (const [seconds, code] of [
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ] as const) {
    const step = Math.floor(seconds / 30)
    const at = (second: number, lastStep = 0) => stepOfCode(secret, code, { lastStep, now: new Date(second * 1_000) })
    expect(appCode(secret, new Date(seconds * 1_000))).toBe(code)
    expect([at(seconds), at(seconds + 30), at(seconds - 30)]).toEqual([step, step, step])
    expect([at(seconds + 61), at(seconds - 61), at(seconds, step)]).toEqual([undefined, undefined, undefined])
  }
})

test('two-factor is turned on by password and a first code; until then sign-in is unchanged', async () => {
  const person = await verified()
  const other = await send(authRoutes.login, undefined, { body: { email: person.email, password: PASSWORD } })
  expect(await stateOf(person)).toEqual({ success: true, since: null, recoveryCodesLeft: 0, hasPassword: true })
  const wrong = await send(twoFactorRoutes.start, person, { body: { password: 'not this one' } })
  expect(failureOf(wrong)).toEqual([422, 'invalid_input'])

  const { body } = await send(twoFactorRoutes.start, person, { body: { password: PASSWORD } })
  expect(body.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(body.uri).toContain(`secret=${body.secret}`)
  expect(decodeURIComponent(body.uri)).toContain(`otpauth://totp/Leadline:${person.email}?`)
  expect(await firstStep(person.email)).toBe('')
  const right = codeOf(body.secret)
  const wrongCode = right === '111111' ? '222222' : '111111'
  expect(failureOf(await send(twoFactorRoutes.confirm, person, { body: { code: wrongCode } }))).toEqual([
    422,
    'code_wrong',
  ])
  expect((await stateOf(person)).since).toBeNull()

  const { body: on } = await send(twoFactorRoutes.confirm, person, { body: { code: right } })
  expect(tenOnes(on.recoveryCodes)).toEqual(Array(10).fill(true))
  expect(new Set(on.recoveryCodes).size).toBe(10)
  expect(await stateOf(person)).toMatchObject({ since: '2026-03-01T08:00:00Z', recoveryCodesLeft: 10 })
  expect((await refresh(refreshOf(other.cookies))).status).toBe(401)
  expect((await refresh(person.cookie)).status).toBe(200)
  expect((await subjectsTo(person.email)).at(-1)).toBe('Two-factor authentication is on')
  expect(await firstStep(person.email)).not.toBe('')
  expect(failureOf(await send(twoFactorRoutes.start, person, { body: { password: PASSWORD } }))).toEqual([
    409,
    'changed_meanwhile',
  ])
})

test('the secret is stored sealed, recovery codes and steps hashed', async () => {
  const { email, secret, recoveryCodes, userId } = await withTwoFactor()
  const token = await firstStep(email)
  const rows = await Promise.all([
    deps.tenants.pool.selectFrom('two_factor').selectAll().where('user_id', '=', userId).execute(),
    deps.tenants.pool.selectFrom('recovery_codes').selectAll().where('user_id', '=', userId).execute(),
    deps.tenants.pool.selectFrom('pending_sign_ins').selectAll().where('user_id', '=', userId).execute(),
  ])
  expect(rows.map(({ length }) => length)).toEqual([1, 10, 1])
  const stored = rows
    .flat()
    .flatMap((row) => Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : value)))
    .join(' ')
  const codes = recoveryCodes.flatMap((code) => [code, code.replace('-', '')])
  for (const word of [secret, token, Buffer.from(token, 'base64url').toString('latin1'), ...codes])
    expect(stored).not.toContain(word)
})

test('sign-in asks for the code after the password, and opens no session before', async () => {
  const { email, secret } = await withTwoFactor()
  const reply = await send(authRoutes.login, undefined, { body: { email, password: PASSWORD, remember: true } })
  expect([reply.status, reply.cookies, Object.keys(reply.body).sort()]).toEqual([
    200,
    [],
    ['message', 'secondStep', 'success'],
  ])
  const { secondStep: owed } = reply.body as unknown as { secondStep: { token: string; expiresAt: string } }
  expect(Date.parse(owed.expiresAt)).toBe(clock + 5 * 60_000)
  for (const authorization of [`Bearer ${owed.token}`, owed.token])
    expect((await send(authRoutes.getCurrentUser, { authorization }, {})).status).toBe(401)

  const wrong = codeOf(secret) === '111111' ? '222222' : '111111'
  expect(failureOf(await secondStep(owed.token, wrong))).toEqual([422, 'code_wrong'])
  const done = await secondStep(owed.token, codeOf(secret))
  expect(done.body).toMatchObject({ success: true, user: { email }, message: 'You are signed in' })
  expect(done.cookies[0]?.maxAge).toBe(30 * 24 * 3_600)
  const current = await send(authRoutes.getCurrentUser, { authorization: `Bearer ${tokenOf(done.body)}` }, {})
  expect(current.body.user.email).toBe(email)
  wait(30)
  expect(failureOf(await secondStep(owed.token, codeOf(secret)))).toEqual([422, 'second_step_expired'])
})

test('a used code is wrong for the rest of its time, in every process', async () => {
  const { email, secret, ...person } = await withTwoFactor()
  const code = codeOf(secret)
  const tokens = [await firstStep(email), await firstStep(email), await firstStep(email)]
  const replies = await Promise.all(tokens.map((token) => secondStep(token, code)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  wait(29)
  expect(failureOf(await secondStep(await firstStep(email), code))).toEqual([422, 'code_wrong'])
  expect(failureOf(await send(twoFactorRoutes.turnOff, person, { body: { password: PASSWORD, code } }))).toEqual([
    422,
    'code_wrong',
  ])
})

test('of two concurrent requests with one unused code one succeeds', async () => {
  const { email, secret, userId } = await withTwoFactor()
  const tokens = [await firstStep(email), await firstStep(email)]
  const { pool } = deps.tenants
  const waiting = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(pool)
    return rows.length
  }
  const { replies } = await pool.transaction().execute(async (tx) => {
    await tx.selectFrom('two_factor').select('secret').where('user_id', '=', userId).forUpdate().execute()
    const tried = Promise.all(tokens.map((token) => secondStep(token, codeOf(secret))))
    await waitFor(async () => (await waiting()) === 2)
    return { replies: tried }
  })
  expect((await replies).map(({ status }) => status).sort()).toEqual([200, 422])
})

test('the second step lasts five minutes and allows five tries', async () => {
  const { email, secret } = await withTwoFactor()
  const late = await firstStep(email)
  wait(5 * 60)
  expect(failureOf(await secondStep(late, codeOf(secret)))).toEqual([422, 'second_step_expired'])

  const token = await firstStep(email)
  const wrong = codeOf(secret) === '111111' ? '222222' : '111111'
  const tries = await Promise.all(Array.from({ length: 7 }, () => secondStep(token, wrong)))
  expect(tries.map((reply) => String(failureOf(reply)[1])).sort()).toEqual([
    ...Array(5).fill('code_wrong'),
    ...Array(2).fill('second_step_expired'),
  ])
  expect(failureOf(await secondStep(token, codeOf(secret)))).toEqual([422, 'second_step_expired'])
})

test('a recovery code works once, in any formatting, and a mail reports it', async () => {
  const { email, recoveryCodes, authorization } = await withTwoFactor()
  const [code = '', next = ''] = recoveryCodes
  const tokens = [await firstStep(email), await firstStep(email)]
  const typed = [` ${code.toUpperCase()} `, code.replace('-', ' ')]
  const replies = await Promise.all(tokens.map((token, i) => secondStep(token, typed[i] ?? '')))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422])
  expect(failureOf(await secondStep(await firstStep(email), code))).toEqual([422, 'code_wrong'])
  expect((await stateOf({ authorization })).recoveryCodesLeft).toBe(9)
  const mail = (await messagesTo(email)).at(-1)
  expect([mail?.subject, mail?.body?.includes('9 are left')]).toEqual(['A recovery code was used', true])
  const stranger = await withTwoFactor()
  expect(failureOf(await secondStep(await firstStep(stranger.email), next))).toEqual([422, 'code_wrong'])
})

test('ten wrong recovery codes lock the second step for a quarter of an hour, for the right one too', async () => {
  const { email, recoveryCodes } = await withTwoFactor()
  const [right = ''] = recoveryCodes
  for (const token of [await firstStep(email), await firstStep(email)])
    for (let i = 0; i < 5; i++) expect(failureOf(await secondStep(token, 'aaaaa-aaaaa'))).toEqual([422, 'code_wrong'])
  const token = await firstStep(email)
  for (const code of ['aaaaa-aaaaa', right])
    expect(failureOf(await secondStep(token, code))).toEqual([429, 'too_many_requests'])
  wait(15 * 60)
  expect((await secondStep(await firstStep(email), right)).status).toBe(200)
})

test('new recovery codes invalidate the old ones', async () => {
  const { email, secret, recoveryCodes, ...person } = await withTwoFactor()
  const body = { password: PASSWORD, code: codeOf(secret) }
  const wrong = await send(twoFactorRoutes.renewCodes, person, { body: { ...body, password: 'not this one' } })
  expect(failureOf(wrong)).toEqual([422, 'invalid_input'])
  const renewed = await send(twoFactorRoutes.renewCodes, person, { body })
  expect(tenOnes(renewed.body.recoveryCodes)).toEqual(Array(10).fill(true))
  expect(failureOf(await secondStep(await firstStep(email), recoveryCodes[0] ?? ''))).toEqual([422, 'code_wrong'])
  expect((await secondStep(await firstStep(email), renewed.body.recoveryCodes[0] ?? '')).status).toBe(200)
})

test('it is turned off by password and code, or a recovery code', async () => {
  const { email, recoveryCodes, ...person } = await withTwoFactor()
  const [code = ''] = recoveryCodes
  for (const [body, failure] of [
    [{ password: 'not this one', code }, [422, 'invalid_input']],
    [{ password: PASSWORD, code: 'aaaaa-aaaaa' }, [422, 'code_wrong']],
  ] as const)
    expect(failureOf(await send(twoFactorRoutes.turnOff, person, { body }))).toEqual(failure)
  expect((await send(twoFactorRoutes.turnOff, person, { body: { password: PASSWORD, code } })).status).toBe(200)
  expect(await stateOf(person)).toMatchObject({ since: null, recoveryCodesLeft: 0 })
  expect((await subjectsTo(email)).at(-1)).toBe('Two-factor authentication is off')
  expect(await firstStep(email)).toBe('')
})

test('a new password by mail does not go around the second step, and ends one that was begun', async () => {
  const { email, secret } = await withTwoFactor()
  const begun = await firstStep(email)
  await send(authRoutes.recover, undefined, { body: { email } })
  const tokenOfMail = async () => /token=([\w-]+)/.exec((await messagesTo(email)).at(-1)?.body ?? '')?.[1]
  await expect.poll(tokenOfMail, { timeout: 5_000 }).toBeTruthy()
  const password = 'a new and longer one'
  const body = { token: (await tokenOfMail()) ?? '', password, passwordConfirmation: password }
  const reset = await send(authRoutes.reset, undefined, { body })
  expect([reset.status, tokenOf(reset.body), reset.cookies]).toEqual([200, '', []])
  expect(failureOf(await secondStep(begun, codeOf(secret)))).toEqual([422, 'second_step_expired'])
  const token = await firstStep(email, { password })
  expect(token).not.toBe('')
  expect((await secondStep(token, codeOf(secret))).status).toBe(200)
})

test('the operator resets it for a person who lost app and codes', async () => {
  const { email, cookie } = await withTwoFactor()
  expect(await resetTwoFactorOf(deps, { email: email.toUpperCase() })).toBe(true)
  expect(await firstStep(email)).toBe('')
  expect((await refresh(cookie)).status).toBe(401)
  expect((await subjectsTo(email)).at(-1)).toBe('Two-factor authentication was reset')
  expect(await resetTwoFactorOf(deps, { email })).toBe(false)
  await expect(resetTwoFactorOf(deps, { email: 'unknown@example.test' })).rejects.toThrow('user_not_found')
})

test('a demo person with two-factor signs in on this machine only', async () => {
  const { email, secret, userId } = await withTwoFactor()
  await deps.tenants.pool.updateTable('users').set({ is_demo: true }).where('id', '=', userId).execute()
  const body = { token: await firstStep(email), code: codeOf(secret) }
  const away = await send(twoFactorRoutes.signIn, undefined, { body }, { host: 'leads.example.com' })
  expect(failureOf(away)).toEqual([422, 'second_step_expired'])
})
