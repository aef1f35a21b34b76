import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { changeLanguage, i18n } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { dropDrafts } from '../../lib/unsaved/drafts.ts'
import { aSession } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { LoginPage } from './login-page.tsx'
import { RecoverPasswordPage } from './recover-password-page.tsx'
import { VerifyPhonePage } from './verify-phone-page.tsx'

const session = aSession()
const pending = aSession({ user: { ...session.user, status: 'Pending' } })
const signedIn = { success: true, accessToken: 'fresh', user: session.user, message: '' } as const
const current = reply(authRoutes.getCurrentUser, session)
const textIn = (field: HTMLElement) => (field as HTMLInputElement).value
const signedOut = { session: null } as const
const TOKEN = 'a-token-of-more-than-20-letters'

// The first screen loads the translations; no test should depend on running first.
beforeAll(() => i18n.loadNamespaces(['auth', 'two-factor']))

describe('signing in', () => {
  const open = (path: string, ...replies: ReturnType<typeof reply>[]) =>
    renderPage(<LoginPage />, { ...signedOut, path, replies: [current, ...replies] })
  type Page = Awaited<ReturnType<typeof open>>
  const fill = async ({ user }: Page) => {
    await user.type(await screen.findByLabelText('Email'), 'Shira@Alon-Reno.test')
    await user.type(screen.getByLabelText('Password'), 'leadline-demo')
  }
  const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Sign in' }))

  test('stores the token and goes to the page requested before sign-in', async () => {
    const page = await open('/auth/login?next=/b/1/leads/all%3Fpage%3D2', reply(authRoutes.login, signedIn))
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.router.state.location.href).toBe('/b/1/leads/all?page=2'))
    expect(storage.token.get()).toBe('fresh')
    const [sent] = page.server.sentTo(authRoutes.login)
    expect(sent?.body).toEqual({ email: 'Shira@Alon-Reno.test', password: 'leadline-demo', remember: true })
  })

  test.each(['https://evil.test/', '//evil.test', '/\\evil.test', '/auth/register'])(
    'does not go on to %s',
    async (next) => {
      const page = await open(`/auth/login?next=${encodeURIComponent(next)}`, reply(authRoutes.login, signedIn))
      await fill(page)
      await send(page)
      await waitFor(() => expect(page.router.state.location.href).toBe(paths.home))
    },
  )

  test('asks for the code first where the phone is not verified, and keeps the requested page', async () => {
    const page = await open('/auth/login?next=/dashboard', reply(authRoutes.login, { ...signedIn, user: pending.user }))
    await fill(page)
    await send(page)
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.verifyPhone))
    expect(page.router.state.location.search).toEqual({ next: '/dashboard' })
  })

  test("shows the server's message when it fails", async () => {
    const page = await open(
      '/auth/login',
      refusal(authRoutes.login, 401, 'wrong_credentials', { message: 'No such pair' }),
    )
    await fill(page)
    await send(page)
    await screen.findByText('No such pair')
    expect(storage.token.get()).toBeNull()
  })

  test('marks the field that the server rejected', async () => {
    const issues = [{ path: 'email', message: 'Invalid email address' }]
    const page = await open('/auth/login', refusal(authRoutes.login, 422, 'invalid_input', { issues }))
    await fill(page)
    await send(page)
    await screen.findByText('Invalid email address')
  })

  test('names missing fields and sends nothing', async () => {
    const page = await open('/auth/login')
    await screen.findByLabelText('Email')
    await send(page)
    await screen.findByText('Please fill in all required fields')
    expect(screen.getAllByText('This field is required')).toHaveLength(2)
    expect(document.activeElement).toBe(screen.getByLabelText('Email'))
    expect(page.server.sentTo(authRoutes.login)).toEqual([])
  })

  test('keeps what was typed, but not the password, when the language changes', async () => {
    const page = await open('/auth/login')
    await fill(page)
    await changeLanguage('he')
    expect(textIn(await screen.findByLabelText('אימייל'))).toBe('Shira@Alon-Reno.test')
    expect(textIn(screen.getByLabelText('סיסמה'))).toBe('')
    dropDrafts()
  })
})

describe('the second step of sign-in', () => {
  const owed = { token: 'a-token-of-the-first-step', expiresAt: '2026-03-01T08:05:00Z' }
  const first = reply(authRoutes.login, { success: true, secondStep: owed, message: '' })
  const open = async (...replies: ReturnType<typeof reply>[]) => {
    const page = await renderPage(<LoginPage />, {
      ...signedOut,
      path: '/auth/login?next=/dashboard',
      replies: [current, first, ...replies],
    })
    await page.user.type(await screen.findByLabelText('Email'), 'shira@alon-reno.test')
    await page.user.type(screen.getByLabelText('Password'), 'leadline-demo')
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Two-factor authentication' })
    return page
  }
  const boxes = () => within(screen.getByRole('group', { name: 'Authenticator code' })).getAllByRole('textbox')
  const typeCode = async ({ user }: Awaited<ReturnType<typeof open>>, code: string) => {
    await user.click(boxes()[0] as HTMLElement)
    await user.paste(code)
  }

  test('asks for the code, reports a wrong one, and goes to the requested page', async () => {
    const page = await open(refusal(twoFactorRoutes.signIn, 422, 'code_wrong', { message: 'The code is wrong' }))
    expect(storage.token.get()).toBeNull()
    await typeCode(page, '111111')
    await screen.findByText('The code is wrong')
    expect(boxes().map(textIn)).toEqual(['', '', '', '', '', ''])
    await waitFor(() => expect(document.activeElement).toBe(boxes()[0]))
    page.server.use(reply(twoFactorRoutes.signIn, signedIn))
    await typeCode(page, '042137')
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'))
    expect(page.server.sentTo(twoFactorRoutes.signIn).at(-1)?.body).toEqual({ token: owed.token, code: '042137' })
    expect(storage.token.get()).toBe('fresh')
  })

  test('accepts a recovery code instead', async () => {
    const page = await open(reply(twoFactorRoutes.signIn, signedIn))
    await page.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await page.user.type(screen.getByLabelText('Recovery code'), 'abcde-23456')
    await page.user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(storage.token.get()).toBe('fresh'))
    expect(page.server.sentTo(twoFactorRoutes.signIn)[0]?.body).toEqual({ token: owed.token, code: 'abcde-23456' })
  })

  test('says when its time is over, and leads back to the password with the e-mail kept', async () => {
    const page = await open(refusal(twoFactorRoutes.signIn, 422, 'second_step_expired'))
    await typeCode(page, '042137')
    await screen.findByRole('heading', { name: 'The code step has timed out' })
    await page.user.click(screen.getByRole('button', { name: 'Sign in again' }))
    expect(textIn(await screen.findByLabelText('Email'))).toBe('shira@alon-reno.test')
    expect(textIn(screen.getByLabelText('Password'))).toBe('')
    dropDrafts()
  })

  test('keeps a code that did not reach the server, so that it can be sent again', async () => {
    const page = await open()
    await typeCode(page, '042137')
    await screen.findByText('The server could not be reached. Check your connection and try again')
    expect(boxes().map(textIn)).toEqual(['0', '4', '2', '1', '3', '7'])
    page.server.use(reply(twoFactorRoutes.signIn, signedIn))
    await page.user.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(storage.token.get()).toBe('fresh'))
  })

  test('survives a change of language', async () => {
    await open()
    await changeLanguage('he')
    await screen.findByRole('heading', { name: 'אימות דו־שלבי' })
    dropDrafts()
  })
})

describe('confirming the phone', () => {
  const verified = reply(authRoutes.verifyPhone, { success: true, user: { ...session.user, status: 'Verified' } })
  const open = (...replies: ReturnType<typeof reply>[]) =>
    renderPage(<VerifyPhonePage />, { session: pending, path: paths.verifyPhone, replies: [current, ...replies] })
  const boxes = () => screen.getAllByRole('textbox')

  test('a pasted code fills the boxes and is sent at once', async () => {
    const page = await open(verified)
    expect(boxes()).toHaveLength(6)
    expect(boxes()[0]?.getAttribute('autocomplete')).toBe('one-time-code')
    expect(boxes()[0]?.closest('[dir]')?.getAttribute('dir')).toBe('ltr')
    await page.user.click(boxes()[0] as HTMLElement)
    await page.user.paste('042137')
    // Without a business, the first one comes next.
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.createBusiness))
    expect(page.server.sentTo(authRoutes.verifyPhone)[0]?.body).toEqual({ code: '042137' })
  })

  test('a wrong code is reported and the boxes are cleared', async () => {
    const page = await open(refusal(authRoutes.verifyPhone, 422, 'code_wrong', { message: 'The code is wrong' }))
    await page.user.click(boxes()[0] as HTMLElement)
    await page.user.keyboard('123456')
    await screen.findByText('The code is wrong')
    expect(boxes().map((box) => textIn(box))).toEqual(['', '', '', '', '', ''])
  })

  test('a new code can be requested after a minute', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    const page = await open(reply(authRoutes.sendPhoneCode, { success: true, sentTo: '+972724440001', channel: 'sms' }))
    screen.getByText('Send again in 60 seconds')
    vi.advanceTimersByTime(60_000)
    await page.user.click(await screen.findByRole('button', { name: 'Send the code again' }))
    await screen.findByText('A new code is on its way')
    await screen.findByText('Send again in 60 seconds')
    expect(page.server.sentTo(authRoutes.sendPhoneCode)[0]?.body).toEqual({})
    vi.useRealTimers()
  })

  test('signing out instead is possible; a failure is reported', async () => {
    const page = await open(refusal(authRoutes.logout, 500, 'internal'))
    await page.user.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByText('Failed to log out user')
    expect(storage.token.get()).not.toBeNull()
    page.server.use(reply(authRoutes.logout, { success: true }))
    await page.user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(storage.token.get()).toBeNull())
  })

  test('an account without a phone asks for one first, then for its code', async () => {
    const withPhone = aSession({ user: { ...session.user, status: 'Pending', phone: '+972501112233' } })
    const page = await renderPage(<VerifyPhonePage />, {
      session: aSession({ user: { ...session.user, status: 'Pending', phone: null } }),
      path: paths.verifyPhone,
      replies: [
        reply(authRoutes.getCurrentUser, withPhone),
        reply(authRoutes.sendPhoneCode, { success: true, sentTo: '+972501112233', channel: 'sms' }),
      ],
    })
    screen.getByRole('heading', { name: 'Add your phone' })
    expect(screen.queryByText(/We sent a 6-digit code/)).toBeNull()
    screen.getByRole('button', { name: 'Logout' })
    await page.user.type(screen.getByLabelText('Phone'), '0501112233')
    await page.user.click(screen.getByRole('button', { name: 'Send code' }))
    await waitFor(() => expect(boxes()).toHaveLength(6))
    screen.getByText(/We sent a 6-digit code/)
    expect(page.server.sentTo(authRoutes.sendPhoneCode)[0]?.body).toEqual({ phone: '0501112233' })
  })

  test('a wrong number can be changed', async () => {
    const page = await open(reply(authRoutes.sendPhoneCode, { success: true, sentTo: '+972501112233', channel: 'sms' }))
    await page.user.click(screen.getByRole('button', { name: 'Wrong number? Change' }))
    await page.user.type(screen.getByLabelText('Phone'), '0501112233')
    await page.user.click(screen.getByRole('button', { name: 'Send code' }))
    await waitFor(() => expect(boxes()).toHaveLength(6))
    expect(page.server.sentTo(authRoutes.sendPhoneCode)[0]?.body).toEqual({ phone: '0501112233' })
  })
})

describe('recovering the password', () => {
  const REVIEW = 'the-secret-of-this-recovery'
  const none = { passkeys: [], twoFactor: null, google: null, phone: '+972501112233' }
  const saveNew = async ({ user }: Awaited<ReturnType<typeof renderPage>>) => {
    await user.type(await screen.findByLabelText('New password'), 'Kadima-2025!')
    await user.type(screen.getByLabelText('Confirm password'), 'Kadima-2025!')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
  }
  const open = (search: string, ...replies: ReturnType<typeof reply>[]) =>
    renderPage(<RecoverPasswordPage />, { ...signedOut, path: paths.recoverPassword + search, replies })

  test("shows the server's neutral answer", async () => {
    const message = 'If the address exists, a link is on its way.'
    const page = await open('', reply(authRoutes.recover, { success: true, message }))
    await page.user.type(screen.getByLabelText('Email'), 'who@ever.test')
    await page.user.click(screen.getByRole('button', { name: 'Send link' }))
    await screen.findByText(`${message} The link works once, for one hour.`)
  })

  test('an expired link leads to requesting a new one', async () => {
    const page = await open(`?token=${TOKEN}`, refusal(authRoutes.checkReset, 404, 'link_expired'))
    await page.user.click(await screen.findByRole('link', { name: 'Send a new link' }))
    await screen.findByRole('button', { name: 'Send link' })
  })

  test('the new password is typed twice, then one signs in', async () => {
    const page = await open(
      `?token=${TOKEN}`,
      reply(authRoutes.checkReset, { success: true }),
      reply(authRoutes.reset, { success: true, message: 'The password was changed', review: REVIEW, waysIn: none }),
    )
    await page.user.type(await screen.findByLabelText('New password'), 'Kadima-2025!')
    await page.user.type(screen.getByLabelText('Confirm password'), 'Kadima-2026!')
    await page.user.click(screen.getByRole('button', { name: 'Save password' }))
    await screen.findByText('The passwords do not match')
    await page.user.clear(screen.getByLabelText('Confirm password'))
    await page.user.type(screen.getByLabelText('Confirm password'), 'Kadima-2025!')
    await page.user.click(screen.getByRole('button', { name: 'Save password' }))
    await waitFor(() => expect(page.server.sentTo(authRoutes.reset)).toHaveLength(1))
    await screen.findByText('The password was changed')
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.login))
    expect(page.server.sentTo(authRoutes.reset)[0]?.body).toMatchObject({ token: TOKEN, password: 'Kadima-2025!' })
  })

  test('other ways into the account are listed and removed, the authenticator app with a code', async () => {
    const passkey = {
      _id: '0198f1f0-0000-7000-8000-00000000000a',
      name: 'Old laptop',
      createdAt: '2026-02-01T08:00:00Z',
      lastUsedAt: null,
    }
    const google = { email: 'dana@gmail.test', linkedAt: '2026-02-02T08:00:00Z' }
    const waysIn = { ...none, passkeys: [passkey], google, twoFactor: { since: '2026-02-03T08:00:00Z' } }
    const page = await open(
      `?token=${TOKEN}`,
      reply(authRoutes.checkReset, { success: true }),
      reply(authRoutes.reset, { success: true, message: 'The password was changed', review: REVIEW, waysIn }),
      reply(authRoutes.removeWayIn, { success: true, waysIn: { ...waysIn, passkeys: [] } }),
    )
    await saveNew(page)
    await screen.findByRole('heading', { name: 'Who else can sign in?' })
    for (const text of ['Old laptop', 'dana@gmail.test', 'Authenticator app', 'Phone']) screen.getByText(text)
    await page.user.click(screen.getByRole('button', { name: 'Remove: Old laptop' }))
    await waitFor(() => expect(screen.queryByText('Old laptop')).toBeNull())

    page.server.use(refusal(authRoutes.removeWayIn, 422, 'code_wrong', { message: 'The code is wrong' }))
    await page.user.click(screen.getByRole('button', { name: 'Remove: Authenticator app' }))
    await page.user.type(screen.getByLabelText('Authenticator code or recovery code'), '000000')
    await page.user.click(screen.getByRole('button', { name: 'Remove the app' }))
    await screen.findByText('The code is wrong')
    expect(page.server.sentTo(authRoutes.removeWayIn).map(({ body }) => body)).toEqual([
      { kind: 'passkey', passkeyId: passkey._id, review: REVIEW },
      { kind: 'twoFactor', code: '000000', review: REVIEW },
    ])
    await page.user.click(screen.getByRole('link', { name: 'Continue to sign-in' }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.login))
  })
})
