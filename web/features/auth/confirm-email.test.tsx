import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { profileRoutes } from '#contract/profile.ts'
import { paths } from '../../lib/paths.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal } from '../../testing/replies.ts'
import { ConfirmEmailPage } from './confirm-email-page.tsx'

const fail = async (status: number, code: ErrorCode, message: string) => {
  const { user } = await renderPage(<ConfirmEmailPage />, {
    path: `${paths.confirmEmail}?token=${'x'.repeat(43)}`,
    session: null,
    replies: [refusal(profileRoutes.confirmEmail, status, code, { message })],
  })
  await user.click(await screen.findByRole('button', { name: 'Confirm' }))
}

test('what the page itself says is said once', async () => {
  await fail(403, 'sign_in_to_confirm', 'Sign in to the account first')
  await screen.findByText('Sign in to confirm')
  // A card would come a moment later.
  await new Promise((done) => setTimeout(done, 200))
  expect(screen.getAllByText('Sign in to the account first')).toHaveLength(1)
})

test('any other failure is said beside it', async () => {
  await fail(503, 'busy', 'Try again in a moment')
  await screen.findByText('Try again in a moment')
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeDefined()
})
