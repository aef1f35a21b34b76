import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import type { Role } from '#contract/roles.ts'
import { aSession } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, reply } from '../../../testing/replies.ts'
import { DuplicatePolicyPage } from './policy-page.tsx'

const standard = { action: 'join', scope: 'campaign', windowDays: null } as const
const read = (refused = 0) => reply(duplicatePolicyRoutes.get, { success: true, policy: standard, refused })
const wanted = { action: 'refuse', scope: 'business', windowDays: 30 } as const
const changed = reply(duplicatePolicyRoutes.change, { success: true, policy: wanted, refused: 0 })
const open = (replies: FakeReply[], role: Role = 'Owner') =>
  renderPage(<DuplicatePolicyPage />, { replies, session: aSession({ role }) })
const radio = (name: RegExp) => screen.findByRole('radio', { name })

it('sends the whole policy, and says that it is saved', async () => {
  const { user, server } = await open([read(), changed])
  await user.click(await radio(/The enquiry is refused/))
  await user.click(await radio(/In all campaigns/))
  await user.type(screen.getByRole('textbox', { name: 'Days' }), '30')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved. It applies to enquiries from now on')
  expect(server.sentTo(duplicatePolicyRoutes.change).map(({ body }) => body)).toEqual([wanted])
})

it('refuses a window beyond its bounds, without sending it', async () => {
  const { user, server } = await open([read()])
  await user.type(await screen.findByRole('textbox', { name: 'Days' }), '4000')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The value is out of range')
  expect(server.sentTo(duplicatePolicyRoutes.change)).toEqual([])
})

it('shows others what the Owner decided, and how many enquiries were refused', async () => {
  await open([read(2)], 'Lead')
  expect(((await radio(/The enquiry joins the lead/)) as HTMLInputElement).disabled).toBe(true)
  await waitFor(() => expect(screen.getByText(/2 enquiries refused in the last 30 days/)).toBeDefined())
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})
