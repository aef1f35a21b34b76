import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { dropDrafts } from '../../lib/unsaved/drafts.ts'
import { aSession } from '../../testing/fakes.ts'
import { idOf } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { RegisterPage } from './register-page.tsx'

const session = aSession()
const pending = aSession({ user: { ...session.user, status: 'Pending' } })
const signedIn = { success: true, accessToken: 'fresh', user: session.user, message: '' } as const
const current = reply(authRoutes.getCurrentUser, session)
const textIn = (field: HTMLElement) => (field as HTMLInputElement).value
const signedOut = { session: null } as const
const mailed = reply(authRoutes.sendEmailCode, { success: true, message: '' })
const registered = reply(authRoutes.register, { ...signedIn, user: pending.user })
const codeIs = (message: string) =>
  refusal(authRoutes.register, 422, 'invalid_input', { issues: [{ path: 'emailCode', message }] })
const needsCode = codeIs('This field is required')

// The first screen loads the translations; no test should depend on running first.
beforeAll(() => i18n.loadNamespaces(['auth']))
afterEach(() => {
  dropDrafts()
  storage.draft('register').set(null)
})

describe('registering', () => {
  const open = (...replies: ReturnType<typeof reply>[]) =>
    renderPage(<RegisterPage />, { ...signedOut, path: paths.register, replies: [current, ...replies] })
  type Page = Awaited<ReturnType<typeof open>>
  /** Fills in the form as a password manager does; to type each letter takes seconds. */
  const fill = async ({ user }: Page, phone = '050-123-4567', isTyped = false) => {
    const values = {
      'Full name': 'שירה Ben David',
      Email: 'shira@alon-reno.test',
      Phone: phone,
      Password: 'Kadima-2025!',
      'Confirm password': 'Kadima-2025!',
    }
    for (const [label, value] of Object.entries(values)) {
      await user.click(screen.getByLabelText(label))
      await (isTyped ? user.keyboard(value) : user.paste(value))
    }
  }
  const agree = ({ user }: Page) => user.click(screen.getByRole('checkbox'))
  const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Create account' }))

  test('by an invitation locks the invited address and says why', async () => {
    const path = `${paths.register}?email=shira%40alon-reno.test`
    await renderPage(<RegisterPage />, { ...signedOut, path, replies: [current] })
    const why = 'The invitation was sent here, so it cannot be changed'
    const email = (await screen.findByLabelText('Email')) as HTMLInputElement
    expect([email.value, email.readOnly]).toEqual(['shira@alon-reno.test', true])
    expect(document.getElementById(email.getAttribute('aria-describedby') ?? '')?.textContent).toBe(why)
    expect(screen.getAllByRole('img', { name: why })).toHaveLength(1)
    expect((screen.getByLabelText('Phone') as HTMLInputElement).readOnly).toBe(false)
  })

  test('reports success and asks for the code', async () => {
    const page = await open(reply(authRoutes.register, { ...signedIn, user: pending.user }))
    await fill(page, '050-123-4567', true)
    await agree(page)
    await send(page)
    await screen.findByText('Registration successful.')
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.verifyPhone))
    expect(page.server.sentTo(authRoutes.register)[0]?.body).toEqual({
      name: 'שירה Ben David',
      email: 'shira@alon-reno.test',
      phone: '050-123-4567',
      password: 'Kadima-2025!',
      passwordConfirmation: 'Kadima-2025!',
      terms: true,
      userLanguage: 'en',
    })
  })

  test('marks every field that was left empty, the second password too', async () => {
    const page = await open()
    await screen.findByLabelText('Full name')
    await send(page)
    const saidOf = (label: string) =>
      (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent)
    for (const label of ['Full name', 'Email', 'Phone', 'Confirm password'])
      await waitFor(() => expect(saidOf(label), label).toContain('This field is required'))
    expect(page.server.calls).toEqual([])
  })

  test('needs the terms', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    await screen.findByText('Please agree to the terms and conditions')
    expect(page.server.calls).toEqual([])
  })

  test('refuses an invalid phone number', async () => {
    const page = await open()
    await fill(page, '12ab')
    await agree(page)
    await send(page)
    await screen.findByText('Invalid phone number')
    expect(page.server.calls).toEqual([])
  })

  test('shows the server’s errors beside their fields', async () => {
    const issues = [{ path: 'password', message: 'Too common' }]
    const page = await open(refusal(authRoutes.register, 422, 'invalid_input', { issues }))
    await fill(page)
    await agree(page)
    await send(page)
    await screen.findByText('Too common')
    expect(textIn(screen.getByLabelText('Email'))).toBe('shira@alon-reno.test')
  })

  test('a failure without a message is called unexpected', async () => {
    const page = await open({ route: authRoutes.register, answer: () => ({ status: 200, json: null }) })
    await fill(page)
    await agree(page)
    await send(page)
    await screen.findByText('An unexpected error occurred.')
  })

  test('shows the message of any other failure and keeps the form', async () => {
    const page = await open(refusal(authRoutes.register, 500, 'internal', { message: 'An unexpected error occurred.' }))
    await fill(page)
    await agree(page)
    await send(page)
    await screen.findByText('An unexpected error occurred.')
    expect(textIn(screen.getByLabelText('Full name'))).toBe('שירה Ben David')
  })
})

describe('the mailed registration code', () => {
  const open = async (path: string = paths.register, ...replies: ReturnType<typeof reply>[]) => {
    const page = await renderPage(<RegisterPage />, {
      ...signedOut,
      path,
      replies: [current, mailed, needsCode, ...replies],
    })
    await screen.findByLabelText('Full name')
    return page
  }
  type Page = Awaited<ReturnType<typeof open>>
  async function fill({ user }: Page, email = 'shira@alon-reno.test') {
    await user.type(screen.getByLabelText('Full name'), 'Shira Alon')
    if (!(screen.getByLabelText('Email') as HTMLInputElement).readOnly)
      await user.type(screen.getByLabelText('Email'), email)
    await user.type(screen.getByLabelText('Phone'), '050-123-4567')
    await user.type(screen.getByLabelText('Password'), 'Kadima-2025!')
    await user.type(screen.getByLabelText('Confirm password'), 'Kadima-2025!')
    await user.click(screen.getByRole('checkbox'))
  }
  const send = ({ user }: Page) => user.click(screen.getByRole('button', { name: 'Create account' }))
  const boxes = () => within(screen.getByRole('group', { name: 'Code from the email' })).getAllByRole('textbox')
  const asked = () => screen.findByRole('heading', { name: 'Confirm your email' })
  const sentCodes = ({ server }: Page) => server.sentTo(authRoutes.sendEmailCode).map(({ body }) => body)
  const typeCode = async ({ user }: Page, code: string) => {
    await user.click(boxes()[0] as HTMLElement)
    await user.paste(code)
  }

  test('is requested once the form is valid, and creates the account; the password is not stored', async () => {
    const page = await open(`${paths.register}?next=/dashboard`)
    await fill(page)
    await send(page)
    await asked()
    expect(screen.getByText('shira@alon-reno.test')).toBeDefined()
    expect(sentCodes(page)).toEqual([{ email: 'shira@alon-reno.test' }])
    await waitFor(() => expect(document.activeElement).toBe(boxes()[0]))
    window.dispatchEvent(new Event('pagehide'))
    for (const kept of [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })])
      expect(kept).not.toContain('Kadima')
    expect(JSON.stringify(page.router.state.location)).not.toContain('Kadima')

    page.server.use(registered)
    await page.user.keyboard('042137')
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.verifyPhone))
    expect(page.router.state.location.search).toEqual({ next: '/dashboard' })
    const [first, second] = page.server.sentTo(authRoutes.register).map(({ body }) => body as Record<string, unknown>)
    expect(first).not.toHaveProperty('emailCode')
    expect(second).toEqual({ ...first, emailCode: '042137' })
    expect(storage.token.get()).toBe('fresh')
  })

  test('when wrong, is reported and the boxes are cleared', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    await asked()
    page.server.use(codeIs('The code is wrong'))
    await typeCode(page, '111111')
    await screen.findByText('The code is wrong')
    expect(boxes().map(textIn)).toEqual(['', '', '', '', '', ''])
    await waitFor(() => expect(document.activeElement).toBe(boxes()[0]))
  })

  test('when mailed again, clears the boxes and focuses them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const page = await open()
      await fill(page)
      await send(page)
      await asked()
      page.server.use(codeIs('The code is wrong'))
      await typeCode(page, '111111')
      await screen.findByText('The code is wrong')
      vi.setSystemTime(Date.now() + 61_000)
      await page.user.click(await screen.findByRole('button', { name: 'Send the email again' }, { timeout: 3_000 }))
      await waitFor(() => expect(screen.queryByText('The code is wrong')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(boxes()[0]))
    } finally {
      vi.useRealTimers()
    }
  })

  test('keeps the form filled after a reload, except the passwords', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    await asked()
    window.dispatchEvent(new Event('pagehide'))
    page.unmount()
    dropDrafts()
    await open(`${paths.register}?step=code`)
    const typed = (label: string) => textIn(screen.getByLabelText(label))
    await waitFor(() => expect(typed('Full name')).toBe('Shira Alon'))
    expect([typed('Email'), typed('Phone')]).toEqual(['shira@alon-reno.test', '050-123-4567'])
    expect([typed('Password'), typed('Confirm password')]).toEqual(['', ''])
  })

  test('when it did not reach the server, stays in the boxes to be sent again', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    await asked()
    page.server.use({ route: authRoutes.register, answer: () => Promise.reject(new Error('cut')) })
    await typeCode(page, '042137')
    page.server.use(registered)
    await page.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(storage.token.get()).toBe('fresh'))
  })

  test.each(['the button', 'the browser'])('%s leads back to the form with nothing lost', async (way) => {
    const page = await open()
    await fill(page)
    await send(page)
    await asked()
    if (way === 'the browser') page.router.history.back()
    else await page.user.click(screen.getByRole('button', { name: 'Change the address' }))
    const email = await screen.findByLabelText('Email')
    expect(textIn(email)).toBe('shira@alon-reno.test')
    expect(textIn(screen.getByLabelText('Password'))).toBe('Kadima-2025!')
    expect((screen.getByRole('checkbox') as HTMLInputElement).checked).toBe(true)
    await waitFor(() => expect(document.activeElement).toBe(email))

    await page.user.clear(email)
    await page.user.type(email, 'dana@alon-reno.test')
    await send(page)
    await asked()
    expect(screen.getByText('dana@alon-reno.test')).toBeDefined()
    expect(sentCodes(page)).toEqual([{ email: 'shira@alon-reno.test' }, { email: 'dana@alon-reno.test' }])
  })

  test('is not requested when the page is opened by URL alone, as after a reload', async () => {
    const page = await open(`${paths.register}?step=code`)
    await waitFor(() => expect(page.router.state.location.search).toEqual({}))
    await fill(page)
    await send(page)
    await asked()
    await page.user.click(screen.getByRole('button', { name: 'Change the address' }))
    await screen.findByLabelText('Email')
    expect(page.router.state.location.search).toEqual({})
  })

  test('comes without the messages about the form', async () => {
    const page = await open(
      paths.register,
      refusal(authRoutes.register, 500, 'internal', { message: 'An unexpected error occurred.' }),
    )
    await fill(page)
    await send(page)
    await screen.findByText('An unexpected error occurred.')
    page.server.use(needsCode)
    await send(page)
    await asked()
    await waitFor(() => expect(screen.queryByText('An unexpected error occurred.')).toBeNull())
  })

  test('leads back to the form when another field is rejected meanwhile', async () => {
    const page = await open()
    await fill(page)
    await send(page)
    await asked()
    page.server.use(refusal(authRoutes.register, 409, 'email_taken', { message: 'There is one already' }))
    await typeCode(page, '042137')
    await screen.findAllByText('There is one already')
    page.server.use(
      refusal(authRoutes.register, 422, 'invalid_input', { issues: [{ path: 'phone', message: 'Not this phone' }] }),
    )
    await typeCode(page, '042137')
    await screen.findByText('Not this phone')
    expect(textIn(screen.getByLabelText('Password'))).toBe('Kadima-2025!')
  })

  test('when it cannot be mailed, keeps the form and says why', async () => {
    const page = await open(
      paths.register,
      refusal(authRoutes.sendEmailCode, 429, 'too_many_requests', { message: 'Later' }),
    )
    await fill(page)
    await send(page)
    await screen.findByText('Later')
    expect(textIn(screen.getByLabelText('Password'))).toBe('Kadima-2025!')
  })

  test('is not needed where the mailed invitation proves the address; otherwise the invited address stays fixed', async () => {
    const link = { id: idOf(800), token: 't'.repeat(43) }
    const next = encodeURIComponent(`/invitation/${link.id}/${link.token}`)
    const page = await open(`${paths.register}?next=${next}&email=shira%40alon-reno.test`)
    await fill(page)
    await send(page)
    await asked()
    expect(screen.queryByRole('button', { name: 'Change the address' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Back to your details' }))
    await screen.findByLabelText('Email')
    page.server.use(registered)
    await send(page)
    await waitFor(() => expect(storage.token.get()).toBe('fresh'))
    for (const { body } of page.server.sentTo(authRoutes.register)) expect(body).toMatchObject({ invitation: link })
    expect(sentCodes(page)).toHaveLength(1)
  })
})
