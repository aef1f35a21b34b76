import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { profileRoutes } from '#contract/profile.ts'
import { paths } from '../../lib/paths.ts'
import { asksWho, confirmIdentity } from '../../testing/identity.ts'
import { openApp } from '../../testing/open-app.tsx'
import { passkeyBrowser as browser } from '../../testing/passkey-browser.ts'
import { refusal, reply } from '../../testing/replies.ts'

const laptop = {
  _id: '018f0000-0000-7000-8000-00000000b001',
  name: 'Laptop',
  createdAt: '2025-11-01T08:00:00Z',
  lastUsedAt: '2025-11-02T08:00:00Z',
}
const listOf = (...passkeys: (typeof laptop)[]) => reply(passkeyRoutes.list, { success: true, passkeys })
const open = (...replies: NonNullable<NonNullable<Parameters<typeof openApp>[1]>['replies']>) =>
  openApp(paths.profile, {
    replies: [
      reply(profileRoutes.pendingEmail, { success: true, pending: null }),
      reply(profileRoutes.sessions, { success: true, sessions: [] }),
      reply(twoFactorRoutes.get, { success: true, since: null, recoveryCodesLeft: 0, hasPassword: true }),
      ...replies,
    ],
  })
const section = async () => within(await screen.findByRole('region', { name: 'Passkeys' }))

beforeEach(() => {
  browser.startRegistration.mockReset()
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('PublicKeyCredential', class {})
})

const fill = async (page: Awaited<ReturnType<typeof open>>) => {
  const block = await section()
  await page.user.click(await block.findByRole('button', { name: 'Add a passkey' }))
  await page.user.type(block.getByLabelText('Name'), 'Phone')
  await page.user.type(block.getByLabelText('Your password'), 'secret words')
  await page.user.click(block.getByRole('button', { name: 'Continue in the browser' }))
  return block
}

test('is added with a name and the password; the browser creates it', async () => {
  const options = { challenge: 'abc' }
  const credential = { id: 'x', rawId: 'x', type: 'public-key', response: {} }
  const page = await open(
    listOf(),
    reply(passkeyRoutes.start, { success: true, options }),
    reply(passkeyRoutes.add, { success: true, passkey: { ...laptop, name: 'Phone' } }),
  )
  browser.startRegistration.mockImplementation(async () => {
    page.server.use(listOf({ ...laptop, name: 'Phone' }))
    return credential
  })
  const block = await fill(page)
  await screen.findByText('The passkey was added')
  await block.findByText('Phone')
  expect(page.server.sentTo(passkeyRoutes.start)[0]?.body).toEqual({ password: 'secret words' })
  expect(browser.startRegistration).toHaveBeenCalledWith({ optionsJSON: options })
  expect(page.server.sentTo(passkeyRoutes.add)[0]?.body).toEqual({ name: 'Phone', credential })
})

test('a wrong password is reported beside its field, and a closed window leaves the form as it is', async () => {
  const issues = [{ path: 'password', message: 'The password is wrong' }]
  const page = await open(listOf(), refusal(passkeyRoutes.start, 422, 'invalid_input', { issues }))
  const block = await fill(page)
  await block.findByText('The password is wrong')
  page.server.use(reply(passkeyRoutes.start, { success: true, options: { challenge: 'abc' } }))
  browser.startRegistration.mockRejectedValue(Object.assign(new Error('closed'), { name: 'NotAllowedError' }))
  await page.user.click(block.getByRole('button', { name: 'Continue in the browser' }))
  await waitFor(() => expect(browser.startRegistration).toHaveBeenCalled())
  expect((block.getByLabelText('Name') as HTMLInputElement).value).toBe('Phone')
  expect(page.server.sentTo(passkeyRoutes.add)).toEqual([])
})

test('shows its last use, and is removed by its name and the password', async () => {
  const page = await open(listOf(laptop), asksWho(passkeyRoutes.remove))
  const block = await section()
  await block.findByText(/^Last used: /)
  page.server.use(listOf())
  await page.user.click(block.getByRole('button', { name: 'Remove Laptop' }))
  const sent = await confirmIdentity(page, reply(passkeyRoutes.remove, { success: true }))
  await block.findByText('No passkeys yet')
  await screen.findByText('The passkey was removed')
  expect(page.server.sentTo(passkeyRoutes.remove)[0]?.params).toEqual({ id: laptop._id })
  expect(sent()).toEqual([{}, { password: 'secret words' }])
})
