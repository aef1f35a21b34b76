import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { googleRoutes } from '#contract/auth/google-sign-in.ts'
import { passkeyRoutes } from '#contract/auth/passkeys.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { profileRoutes } from '#contract/profile.ts'
import { paths } from '../../lib/paths.ts'
import { openApp } from '../../testing/open-app.tsx'
import { type FakeReply, refusal, reply } from '../../testing/replies.ts'

const linked = (hasPassword = true) =>
  reply(googleRoutes.own, {
    success: true,
    account: { email: 'dana@example.com', linkedAt: '2025-11-01T08:00:00Z' },
    hasPassword,
  })
const open = (...replies: FakeReply[]) =>
  openApp(paths.profile, {
    replies: [
      reply(profileRoutes.pendingEmail, { success: true, pending: null }),
      reply(profileRoutes.sessions, { success: true, sessions: [] }),
      reply(passkeyRoutes.list, { success: true, passkeys: [] }),
      reply(twoFactorRoutes.get, { success: true, since: null, recoveryCodesLeft: 0, hasPassword: true }),
      ...replies,
    ],
  })
const section = async () => within(await screen.findByRole('region', { name: 'Sign-in with Google' }))

test('is unlinked by the password; a wrong one is reported beside its field', async () => {
  const issues = [{ path: 'password', message: 'The password is wrong' }]
  const page = await open(linked(), refusal(googleRoutes.unlink, 422, 'invalid_input', { issues }))
  const block = await section()
  expect(block.getByText('dana@example.com').getAttribute('dir')).toBe('ltr')
  await page.user.click(block.getByRole('button', { name: 'Unlink dana@example.com' }))
  await page.user.type(block.getByLabelText('Your password'), 'secret words')
  await page.user.click(block.getByRole('button', { name: 'Unlink Google' }))
  await block.findByText('The password is wrong')
  page.server.use(reply(googleRoutes.unlink, { success: true }))
  page.server.use(reply(googleRoutes.own, { success: true, account: null, hasPassword: true }))
  await page.user.click(block.getByRole('button', { name: 'Unlink Google' }))
  await screen.findByText('Google was unlinked')
  expect(page.server.sentTo(googleRoutes.unlink).at(-1)?.body).toEqual({ password: 'secret words' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Sign-in with Google' })).toBeNull())
})

test('asks an account without a password to set one first; is hidden without a linked account', async () => {
  const page = await open(linked(false))
  const block = await section()
  await block.findByText(/set a password first/)
  expect(block.queryByRole('button')).toBeNull()
  page.unmount()
  await open()
  await screen.findByRole('region', { name: 'Passkeys' })
  expect(screen.queryByRole('region', { name: 'Sign-in with Google' })).toBeNull()
})
