import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { aSession } from '../../testing/fakes.ts'
import { passkeyBrowser as browser } from '../../testing/passkey-browser.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { GooglePage } from './google-page.tsx'
import { LoginPage } from './login-page.tsx'

const session = aSession()
const signedIn = { success: true, accessToken: 'fresh', user: session.user, message: '' } as const
const current = reply(authRoutes.getCurrentUser, session)
const challenge = reply(passkeyRoutes.challenge, { success: true, options: { challenge: 'abc' } })
const assertion = { id: 'x', rawId: 'x', type: 'public-key', response: {} }

beforeAll(() => i18n.loadNamespaces(['auth', 'google-sign-in', 'two-factor']))
beforeEach(() => {
  browser.startAuthentication.mockReset()
  browser.browserSupportsWebAuthnAutofill.mockReset().mockResolvedValue(false)
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
  storage.googleTrip.set(null)
})
afterEach(() => {
  delete document.documentElement.dataset.google
  window.history.replaceState(null, '', '/')
})

const openLogin = (...replies: ReturnType<typeof reply>[]) =>
  renderPage(<LoginPage />, { session: null, path: '/auth/login?next=/dashboard', replies: [current, ...replies] })

test('a passkey signs in and goes to the requested page', async () => {
  browser.startAuthentication.mockResolvedValue(assertion)
  const page = await openLogin(challenge, reply(passkeyRoutes.signIn, signedIn))
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'))
  expect(page.server.sentTo(passkeyRoutes.signIn)[0]?.body).toEqual({ assertion, remember: true })
  expect(storage.token.get()).toBe('fresh')
})

test('closing the browser’s passkey window shows no error; a refusal does', async () => {
  browser.startAuthentication.mockRejectedValueOnce(Object.assign(new Error('closed'), { name: 'NotAllowedError' }))
  const page = await openLogin(challenge, refusal(passkeyRoutes.signIn, 422, 'passkey_refused', { message: 'Refused' }))
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  await page.user.click(button)
  await waitFor(() => expect(browser.startAuthentication).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  browser.startAuthentication.mockResolvedValueOnce(assertion)
  await page.user.click(button)
  await screen.findByText('Refused')
})

test('browsers that support it offer passkeys in the e-mail field', async () => {
  browser.browserSupportsWebAuthnAutofill.mockResolvedValue(true)
  browser.startAuthentication.mockResolvedValue(assertion)
  const page = await openLogin(challenge, reply(passkeyRoutes.signIn, signedIn))
  const field = await screen.findByLabelText('Email')
  expect(field.getAttribute('autocomplete')).toBe('username webauthn')
  expect(page.server.sentTo(passkeyRoutes.challenge)).toEqual([])
  await page.user.click(field)
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'))
  expect(browser.startAuthentication.mock.calls[0]?.[0]).toMatchObject({ useBrowserAutofill: true })
})

test('Google is offered where the installation has it; a failure shows the specification’s text', async () => {
  const first = await openLogin()
  expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull()
  first.unmount()
  document.documentElement.dataset.google = ''
  const message = 'Failed to get Google login URL'
  const page = await openLogin(refusal(googleRoutes.start, 502, 'google_url_failed', { message }))
  await page.user.click(await screen.findByRole('button', { name: 'Sign in with Google' }))
  await screen.findByText(message)
})

const openBack = (...replies: ReturnType<typeof reply>[]) => {
  window.history.replaceState(null, '', '/auth/google?code=c&state=s')
  storage.googleTrip.set(JSON.stringify({ ticket: 'the-ticket-of-this-tab', next: '/dashboard' }))
  return renderPage(<GooglePage />, { session: null, path: paths.google, replies: [current, ...replies] })
}

test('returning from Google with the ticket of this tab signs in and goes to the requested page', async () => {
  const page = await openBack(reply(googleRoutes.finish, signedIn))
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/dashboard'))
  expect(page.server.sentTo(googleRoutes.finish).map(({ body }) => body)).toEqual([
    { ticket: 'the-ticket-of-this-tab', query: 'code=c&state=s' },
  ])
  expect(storage.googleTrip.get()).toBeNull()
})

test('an existing account is linked by its password', async () => {
  const arrival = { token: 'a-token-of-the-arrival', kind: 'link', email: 'shira@alon-reno.test', name: 'S' } as const
  const page = await openBack(
    reply(googleRoutes.finish, { success: true, arrival }),
    refusal(googleRoutes.link, 401, 'wrong_credentials', { message: 'No such pair' }),
  )
  await screen.findByRole('heading', { name: 'You already have an account' })
  await page.user.type(screen.getByLabelText('Account password'), 'secret words')
  await page.user.click(screen.getByRole('button', { name: 'Link and sign in' }))
  await screen.findByText('No such pair')
  page.server.use(
    reply(googleRoutes.link, {
      success: true,
      secondStep: { token: 'a-token-of-the-step', expiresAt: '' },
      message: '',
    }),
  )
  await page.user.click(screen.getByRole('button', { name: 'Link and sign in' }))
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.login))
  expect(page.queryClient.getQueryData(['secondStep'])).toMatchObject({ token: 'a-token-of-the-step' })
})

test('a new person gives a phone and accepts the terms', async () => {
  const arrival = { token: 'a-token-of-the-arrival', kind: 'register', email: 'new@x.test', name: 'Dana' } as const
  const page = await openBack(
    reply(googleRoutes.finish, { success: true, arrival }),
    reply(googleRoutes.register, { ...signedIn, user: { ...session.user, status: 'Pending' } }),
  )
  await screen.findByRole('heading', { name: 'Almost there' })
  screen.getByRole('checkbox', {
    name: 'I agree to the terms and conditions and have read the privacy policy',
  })
  const goesTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([goesTo('terms and conditions'), goesTo('privacy policy')]).toEqual([paths.terms, paths.privacy])
  await page.user.type(screen.getByLabelText('Phone'), '0501234567')
  await page.user.click(screen.getByRole('button', { name: 'Create account' }))
  await screen.findByText('Please agree to the terms and conditions')
  await page.user.click(screen.getByRole('checkbox'))
  await page.user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.verifyPhone))
  expect(page.server.sentTo(googleRoutes.register)[0]?.body).toEqual({
    token: arrival.token,
    name: 'Dana',
    phone: '0501234567',
    terms: true,
    userLanguage: 'en',
  })
})

test('a failure at Google shows the specification’s text', async () => {
  const message = 'An error occurred during Google authentication'
  await openBack(refusal(googleRoutes.finish, 422, 'google_failed', { message }))
  await screen.findByText(message)
  screen.getByRole('link', { name: 'Back to sign-in' })
})

test('a return from Google that this tab did not start is refused', async () => {
  const page = await renderPage(<GooglePage />, { session: null, path: paths.google, replies: [] })
  await screen.findByText('An error occurred during Google authentication')
  expect(page.server.sentTo(googleRoutes.finish)).toEqual([])
})
