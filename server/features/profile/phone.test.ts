import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import { PASSWORD, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { aPhone, testApp } from '../../testing/test-app.ts'

let clock = Date.parse('2026-03-01T08:00:00Z')
const world = await testApp({ now: () => new Date(clock) })
const { send, deps } = world
const { verified, forgetProof, lastCodeTo } = testAccounts(world)

type Caller = { authorization: string }
const sendCode = (as: Caller, phone: string) =>
  send(authRoutes.sendPhoneCode, as, { body: { phone, password: PASSWORD } })
const bring = (as: Caller, code: string) => send(authRoutes.verifyPhone, as, { body: { code } })
const current = async (as: Caller) => {
  const { phone, status } = (await send(authRoutes.getCurrentUser, as, {})).body.user
  return { phone, status }
}
const failure = ({ status, body }: { status: number; body: unknown }) => {
  const { code, issues } = body as Failure
  return { status, code, ...(issues && { issues }) }
}
const active = async () => {
  const person = await verified()
  await deps.tenants.pool.updateTable('users').set({ status: 'Active' }).where('id', '=', person.userId).execute()
  return person
}

test('the old number stays until the code sent to the new one is entered; the person stays Active', async () => {
  const person = await active()
  await forgetProof(person.userId)
  const phone = aPhone()
  const sent = await sendCode(person, phone.replace('+972', '0'))
  expect(sent.body).toEqual({ success: true, sentTo: phone, channel: 'sms' })
  expect(await current(person)).toEqual({ phone: person.phone, status: 'Active' })
  const code = await lastCodeTo(phone)
  expect(failure(await bring(person, code === '111111' ? '222222' : '111111')).code).toBe('code_wrong')
  expect(await current(person)).toEqual({ phone: person.phone, status: 'Active' })
  expect((await bring(person, code)).body.user).toMatchObject({ phone, status: 'Active' })
  expect(await current(person)).toEqual({ phone, status: 'Active' })
  // Entering the code again in another tab changes nothing.
  expect((await bring(person, code)).body.user).toMatchObject({ phone, status: 'Active' })
  const proved = await deps.tenants.pool
    .selectFrom('users')
    .select(['phone_verified_at', 'email_verified_at'])
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow()
  expect(proved).toEqual({ phone_verified_at: '2026-03-01T08:00:00Z', email_verified_at: null })
})

test('an expired code is refused and changes nothing', async () => {
  const person = await active()
  const phone = aPhone()
  await sendCode(person, phone)
  const code = await lastCodeTo(phone)
  clock += 10 * 60_000
  expect(failure(await bring(person, code))).toEqual({ status: 422, code: 'code_expired' })
  expect(await current(person)).toEqual({ phone: person.phone, status: 'Active' })
})

test('the number must be valid and different', async () => {
  const person = await active()
  expect(failure(await sendCode(person, '12')).issues).toEqual([{ path: 'phone', message: 'Invalid phone number' }])
  expect(failure(await sendCode(person, person.phone)).issues).toEqual([
    { path: 'phone', message: 'This is already your number' },
  ])
  expect(failure(await send(authRoutes.sendPhoneCode, person, { body: {} }))).toEqual({
    status: 409,
    code: 'changed_meanwhile',
  })
})
