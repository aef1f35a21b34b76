import { screen, within } from '@testing-library/react'
import type { Route } from '#contract/route.ts'
import type { renderPage } from './render.tsx'
import { type FakeReply, refusal } from './replies.ts'

/** The server asks for confirmation of identity. */
export const asksWho = (route: Route) =>
  refusal(route, 422, 'invalid_input', { issues: [{ path: 'password', message: 'This field is required' }] })

/** Types the password into the confirmation dialog, which gets this reply; returns what was sent with it. */
export async function confirmIdentity(
  { user, server }: Pick<Awaited<ReturnType<typeof renderPage>>, 'user' | 'server'>,
  done: FakeReply,
) {
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm your identity' }))
  await user.type(dialog.getByLabelText('Your password'), 'secret words')
  server.use(done)
  await user.click(dialog.getByRole('button', { name: 'Confirm' }))
  return () => server.sentTo(done.route).map(({ body }) => body)
}
