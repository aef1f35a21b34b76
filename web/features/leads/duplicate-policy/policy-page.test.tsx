import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { duplicatePolicyRoutes } from '#contract/duplicates/duplicate-policy.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
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

it('leads to the possible duplicates that wait for a decision', async () => {
  const group = { _id: CAMPAIGN_ID, reasons: ['phone' as const], leadIds: [], size: 2, hidden: 0 }
  const pagination = { page: 1, limit: 1, total: 11, totalIsExact: true, pages: 11 }
  await open([read(), reply(duplicateRoutes.groups, { success: true, groups: [group], pagination })])
  const link = await screen.findByRole('link', { name: '11 groups of leads that may be one person, to check' })
  expect(link.getAttribute('href')).toBe(paths.duplicates(BUSINESS_ID))
})

it('refuses a window beyond its bounds, without sending it', async () => {
  const { user, server } = await open([read()])
  await user.type(await screen.findByRole('textbox', { name: 'Days' }), '4000')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('The value is out of range')
  expect(server.sentTo(duplicatePolicyRoutes.change)).toEqual([])
})

it('shows others what the Owner decided, and how many enquiries were refused', async () => {
  const { server } = await open([read(2)], 'Writer')
  expect(((await radio(/The enquiry joins the lead/)) as HTMLInputElement).disabled).toBe(true)
  await waitFor(() => expect(screen.getByText(/2 enquiries refused in the last 30 days/)).toBeDefined())
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(server.sentTo(duplicateRoutes.groups), 'they may not merge').toEqual([])
})
