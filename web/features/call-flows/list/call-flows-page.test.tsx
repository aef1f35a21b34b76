import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type CallFlowSummary, callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { aFlow, FLOW_ID } from '../../../testing/call-flow-fakes.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { aNumber, NUMBER_ID } from '../../../testing/number-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { CallFlowsPage } from './call-flows-page.tsx'

const number = { _id: NUMBER_ID, phone: '+972724440001', label: 'Google', campaignId: CAMPAIGN_ID, campaignName: 'K' }
const summary = (name: string, changes: Partial<CallFlowSummary> = {}): CallFlowSummary => {
  const { _id, numbers, version, publishedAt, publishedBy, hasDraft } = aFlow()
  return { _id, name, numbers, version, publishedAt, publishedBy, hasDraft, ...changes }
}
const open = (flows: CallFlowSummary[], more: FakeReply[] = []) =>
  renderPage(<CallFlowsPage />, {
    path: `/b/${BUSINESS_ID}/settings/call-flows`,
    route: '/b/$businessId/settings/call-flows',
    replies: [
      reply(callFlowRoutes.list, { success: true, flows }),
      reply(numberRoutes.list, { success: true, numbers: [aNumber({ label: 'Google' })] }),
      reply(campaignRoutes.names, { success: true, campaigns: [] }),
      reply(callFlowRoutes.create, { success: true, flow: aFlow() }),
      ...more,
    ],
  })

it('lists flows with their numbers and their state in words', async () => {
  await open([
    summary('Sales', { version: 12, hasDraft: true, numbers: [number] }),
    summary('Service', { _id: BUSINESS_ID, version: null, hasDraft: true }),
  ])
  await screen.findByRole('link', { name: 'Sales' })
  const texts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(texts).toEqual([
    'Sales072-444-0001 GooglePublished version 12Draft not published',
    'ServiceNot used by a numberNever published',
  ])
})

it('without a flow says what one is for, and makes one of the routing of a number', async () => {
  const { user, server, router } = await open([])
  await screen.findByText('No call flows yet')
  await user.click(screen.getByRole('button', { name: 'New call flow' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New call flow' }))
  await user.click(await dialog.findByRole('radio', { name: /The current routing of a number/ }))
  await user.click(dialog.getByRole('button', { name: 'Create the flow' }))
  dialog.getByText('Minimum 3 characters required')
  await user.type(dialog.getByRole('textbox', { name: 'Name of the flow' }), 'Kitchens')
  await user.click(dialog.getByRole('combobox', { name: 'Number' }))
  await user.click(await screen.findByRole('option', { name: /072-444-0001/ }))
  await user.click(dialog.getByRole('button', { name: 'Create the flow' }))
  await waitFor(() => expect(router.state.location.pathname).toContain(FLOW_ID))
  expect(server.sentTo(callFlowRoutes.create).map(({ body }) => body)).toEqual([
    { name: 'Kitchens', numberId: NUMBER_ID },
  ])
})

it('says by what a flow is used instead of deleting it', async () => {
  const { user } = await open([summary('Sales', { numbers: [number] })])
  await user.click(await screen.findByRole('button', { name: 'Delete the flow Sales' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/calls to \W*072-444-0001\W* follow it/)
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
})

it('asks before a flow is deleted, and shows why it could not be', async () => {
  const used = refusal(callFlowRoutes.remove, 409, 'call_flow_used', { message: 'Another flow uses it' })
  const { user, server } = await open([summary('Sales')], [used])
  await user.click(await screen.findByRole('button', { name: 'Delete the flow Sales' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await dialog.findByText('Another flow uses it')
  server.use(reply(callFlowRoutes.remove, { success: true }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await screen.findByText('The flow Sales was deleted')
})
