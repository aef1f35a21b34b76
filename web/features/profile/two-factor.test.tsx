import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { profileRoutes } from '#contract/profile.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { refusal, reply } from '../../testing/replies.ts'

const state = (changes: { since?: string; recoveryCodesLeft?: number; hasPassword?: boolean } = {}) =>
  reply(twoFactorRoutes.get, { success: true, since: null, recoveryCodesLeft: 0, hasPassword: true, ...changes })
const on = state({ since: '2026-03-01T08:00:00Z', recoveryCodesLeft: 9 })
const codes = Array.from({ length: 10 }, (_, i) => `abcd${'23456789jk'[i]}-mnpqr`)
const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const open = (path: string, ...replies: NonNullable<NonNullable<Parameters<typeof openApp>[1]>['replies']>) =>
  openApp(path, {
    replies: [
      reply(profileRoutes.pendingEmail, { success: true, pending: null }),
      reply(profileRoutes.sessions, { success: true, sessions: [] }),
      reply(passkeyRoutes.list, { success: true, passkeys: [] }),
      ...replies,
    ],
  })
const section = async () => within(await screen.findByRole('region', { name: 'Two-factor authentication' }))

test('is turned on with the password, the app and its first code; the recovery codes are shown once', async () => {
  const slowly = () => new Promise<ReturnType<typeof aSession>>((done) => setTimeout(() => done(aSession()), 100))
  const page = await open(
    paths.profile,
    state(),
    reply(authRoutes.getCurrentUser, slowly),
    reply(twoFactorRoutes.start, { success: true, secret: SECRET, uri: `otpauth://totp/x?secret=${SECRET}` }),
    refusal(twoFactorRoutes.confirm, 422, 'code_wrong', { message: 'The code is wrong' }),
  )
  const block = await section()
  await page.user.click(await block.findByRole('button', { name: 'Turn on' }))
  await page.user.type(block.getByLabelText('Your password'), 'secret words')
  await page.user.click(block.getByRole('button', { name: 'Continue' }))
  await block.findByRole('img', { name: 'QR code for the authenticator app' })
  block.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')
  expect(page.server.sentTo(twoFactorRoutes.start)[0]?.body).toEqual({ password: 'secret words' })

  const [box] = block.getAllByRole('textbox')
  await page.user.click(box as HTMLElement)
  await page.user.paste('111111')
  await block.findByText('The code is wrong')
  page.server.use(reply(twoFactorRoutes.confirm, { success: true, recoveryCodes: codes }))
  page.server.use(on)
  await page.user.click(block.getAllByRole('textbox')[0] as HTMLElement)
  await page.user.paste('042137')
  const list = await block.findByRole('list', { name: 'Recovery codes' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  await page.user.click(block.getByRole('button', { name: "I've saved these codes" }))
  await block.findByText('9 recovery codes are left')
  expect(screen.queryByText(codes[0] as string)).toBeNull()
})

test('turning it off requires password and code, and reports which of them is wrong', async () => {
  const page = await open(
    paths.profile,
    on,
    refusal(twoFactorRoutes.turnOff, 422, 'code_wrong', { message: 'The code is wrong' }),
  )
  const block = await section()
  await page.user.click(await block.findByRole('button', { name: 'Turn off' }))
  await page.user.click(block.getByRole('button', { name: 'Turn off' }))
  await waitFor(() => expect(block.getAllByText('This field is required')).toHaveLength(2))
  await page.user.type(block.getByLabelText('Your password'), 'secret words')
  await page.user.type(block.getByLabelText(/or recovery code/), '111111')
  await page.user.click(block.getByRole('button', { name: 'Turn off' }))
  await block.findByText('The code is wrong')
  page.server.use(reply(twoFactorRoutes.turnOff, { success: true }))
  page.server.use(state())
  await page.user.click(block.getByRole('button', { name: 'Turn off' }))
  await block.findByText('Not turned on')
  await screen.findByText('Two-factor authentication is off')
  expect(page.server.sentTo(twoFactorRoutes.turnOff)[0]?.body).toEqual({ password: 'secret words', code: '111111' })
})

test('an account without a password is led to set one', async () => {
  await open(paths.profile, state({ hasPassword: false }))
  const link = await (await section()).findByRole('link', { name: 'Set a password' })
  expect(link.getAttribute('href')).toBe(paths.recoverPassword)
})

const strict = () => {
  const session = aSession()
  return { ...session, businesses: session.businesses.map((one) => ({ ...one, needsTwoFactor: true as const })) }
}

test.each([paths.dashboard, paths.campaigns(BUSINESS_ID)])(
  'a business that asks for it shows nothing at %s, and leads to the profile',
  async (path) => {
    const page = await open(path, reply(authRoutes.getCurrentUser, strict()), state())
    await screen.findByRole('heading', { name: 'אלון שיפוצים ובנייה requires two-factor authentication' })
    expect(page.server.sentTo(dashboardRoutes.get)).toEqual([])
    await page.user.click(screen.getByRole('link', { name: 'Turn it on' }))
    const block = await section()
    await block.findByLabelText('Your password')
  },
)

test('a business that starts to require it closes at once while it is open', async () => {
  let isStrict = false
  const { answer } = refusal(businessRoutes.get, 403, 'two_factor_required')
  await open(
    paths.businessInfo(BUSINESS_ID),
    {
      route: businessRoutes.get,
      answer: (request) => {
        isStrict = true
        return answer(request)
      },
    },
    refusal(teamRoutes.list, 403, 'two_factor_required'),
    reply(authRoutes.getCurrentUser, () => (isStrict ? strict() : aSession())),
  )
  await screen.findByRole('heading', { name: 'אלון שיפוצים ובנייה requires two-factor authentication' })
})
