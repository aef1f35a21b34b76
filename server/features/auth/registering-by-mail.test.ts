import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { registration, testAccounts } from '../../testing/accounts/test-accounts.ts'
import { testApp } from '../../testing/test-app.ts'
import { testSmtp } from '../../testing/test-smtp.ts'
import { waitFor } from '../../testing/wait-for.ts'

// A public server with mail and without SMS, with a ceiling of four such mails a day.
const smtp = await testSmtp()
let skipped = 0
const world = await testApp({
  now: () => new Date(Date.now() + skipped),
  env: {
    ...{ PUBLIC_URL: 'https://leads.example.com', SMTP_URL: smtp.url },
    ...{ MAILS_PER_DAY: '4', MAILS_PER_DAY_FOR_CODES: '2' },
  },
})
const { deps, send, person } = world
const { askEmailCode } = testAccounts(world)
const mailTo = (address: string) => waitFor(() => smtp.mails.find(({ to }) => to.includes(address)))

test('without SMS a proved address is enough', async () => {
  expect([deps.mail.isAvailable, deps.sms.isAvailable]).toEqual([true, false])
  const typed = registration()
  expect((await send(authRoutes.register, undefined, { body: typed })).status).toBe(422)
  await askEmailCode(typed.email)
  const emailCode = /\b\d{6}\b/.exec((await mailTo(typed.email)).text)?.[0] ?? ''
  const { body } = await send(authRoutes.register, undefined, { body: { ...typed, emailCode } })
  expect(body.user).toMatchObject({ status: 'Verified', phone: typed.phone })
  const account = await deps.tenants.pool
    .selectFrom('users')
    .select(['phone_verified_at as phone', 'email_verified_at as email'])
    .where('email', '=', typed.email)
    .executeTakeFirstOrThrow()
  expect(account).toEqual({ phone: null, email: expect.any(String) })
  expect(smtp.mails).toHaveLength(1)
})

test('mails with a code and notices about an existing account count against the same daily ceiling', async () => {
  skipped += 86_400_000
  const accounts = await Promise.all(Array.from({ length: 3 }, () => person()))
  const emails = accounts.map(({ userId }) => `${userId}@example.test`)
  const [first = '', second = '', third = ''] = emails
  for (const address of [first, 'one@example.test', second, 'two@example.test']) {
    expect((await askEmailCode(address)).status).toBe(200)
    await mailTo(address)
  }
  const replies = [await askEmailCode(third), await askEmailCode('three@example.test')]
  for (const { status, body } of replies)
    expect([status, body]).toMatchObject([429, { code: 'mail_limit_installation' }])
})
