import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { callFlowRoutes, type Rehearsal, type Simulation } from '#contract/calls/flows/call-flows.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { aFlow, aFlowContent, aMenu, aRing, aVoicemail, FLOW_ID } from '../../../testing/call-flow-fakes.ts'
import { BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { reply } from '../../../testing/replies.ts'
import { CallFlowPage } from '../editor/call-flow-page.tsx'

const NUMBER_ID = '018f0000-0000-7000-8000-0000000000a1'
const number = { _id: NUMBER_ID, phone: '+972724440050', label: 'Radio', campaignId: null, campaignName: null }
const flow = aFlow({
  numbers: [number],
  published: aFlowContent([aMenu('menu'), aRing('sales', { id: 'menu', branch: '1' }), aVoicemail('end')]),
})

type Asked = { numberId: string; at: string; from: string | null; keys: string[] }
/** Key 2 leads past the ring step. */
function simulated({ keys, from }: Asked): Simulation {
  const ring = { flowId: FLOW_ID, stepId: 'sales', branch: null }
  const rings = [[{ user: { _id: USER_ID, name: 'Noam', image: null }, phone: null, isAway: true }]]
  return {
    refused: from === '0501234567' ? 'blacklisted' : null,
    steps: [
      { flowId: FLOW_ID, stepId: 'menu', branch: keys[0] ?? '1', rings: null },
      ...(keys[0] === '2' ? [] : [{ ...ring, rings }]),
      { flowId: FLOW_ID, stepId: 'end', branch: null, rings: null },
    ],
    ending: 'voicemail',
    status: 'Not Answered',
    knownBy: null,
  }
}
/** Closed until Sunday at ten; then no phone rings for two hours. */
const rehearsal: Rehearsal = {
  spans: [
    { from: '2026-11-28T10:00:00.000Z', to: '2026-11-29T08:00:00.000Z', state: 'closed' },
    { from: '2026-11-29T08:00:00.000Z', to: '2026-11-29T10:00:00.000Z', state: 'hole' },
    { from: '2026-11-29T10:00:00.000Z', to: '2026-11-29T16:00:00.000Z', state: 'answered' },
    { from: '2026-11-29T16:00:00.000Z', to: '2026-12-11T22:00:00.000Z', state: 'closed' },
  ],
}

async function open(shown = flow) {
  const page = await renderPage(<CallFlowPage />, {
    path: `/b/${BUSINESS_ID}/settings/call-flows/${FLOW_ID}`,
    route: '/b/$businessId/settings/call-flows/$flowId',
    replies: [
      reply(callFlowRoutes.get, { success: true, flow: shown }),
      reply(callFlowRoutes.list, { success: true, flows: [shown] }),
      reply(callFlowRoutes.sounds, { success: true, sounds: [] }),
      reply(campaignRoutes.people, { success: true, people: [] }),
      reply(campaignRoutes.names, { success: true, campaigns: [] }),
      reply(callFlowRoutes.simulate, ({ body }) => ({ success: true as const, simulation: simulated(body as Asked) })),
      reply(callFlowRoutes.publish, { success: true, flow: { ...shown, version: 2, hasDraft: false, draft: null } }),
      reply(callFlowRoutes.rehearsal, { success: true, rehearsal }),
    ],
  })
  const panel = await screen.findByRole('complementary', { name: 'What would happen if…' })
  const asked = () => page.server.sentTo(callFlowRoutes.simulate).map(({ body }) => body as Asked)
  const sent = () => page.server.sentTo(callFlowRoutes.publish).map(({ body }) => body)
  return { panel, asked, sent }
}

it('shows the path of a call, who rings, and lights its steps', async () => {
  const { panel, asked } = await open()
  const path = await within(panel).findByRole('region', { name: 'The path' })
  expect(within(path).getAllByRole('listitem')).toHaveLength(3)
  expect(path.textContent).toContain('Noam (away)')
  expect(path.textContent).toContain('In the end, without an answer: voicemail')
  expect(path.textContent).toContain('Not Answered')
  expect(asked().at(-1)).toMatchObject({ numberId: NUMBER_ID, from: null, keys: [] })
  expect(document.querySelectorAll('[role=treeitem][data-lit]')).toHaveLength(3)
  fireEvent.click(within(panel).getByRole('combobox', { name: 'Key pressed in the menu' }))
  fireEvent.click(await screen.findByRole('option', { name: /Service/ }))
  await waitFor(() => expect(within(path).getAllByRole('listitem')).toHaveLength(2))
  expect(document.querySelectorAll('[role=treeitem][data-lit]')).toHaveLength(2)
  expect(asked().at(-1)).toMatchObject({ keys: ['2'] })
})

it('asks with another caller only once the number is complete', async () => {
  const { panel, asked } = await open()
  await within(panel).findByRole('region', { name: 'The path' })
  const field = within(panel).getByRole('textbox', { name: /From/ })
  fireEvent.change(field, { target: { value: '050' } })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(field, { target: { value: '0501234567' } })
  await within(panel).findByText(/blacklist: the call is rejected/)
  expect(asked().map(({ from }) => from)).not.toContain('050')
})

it('shows the days of the rehearsal, and a hole sets the moment', async () => {
  const { panel, asked } = await open()
  const days = await within(panel).findByRole('region', { name: 'Rehearsal of the next 14 days' })
  within(days).getByRole('button', { name: /Sun.*29.*75%/ })
  expect(within(days).getAllByRole('button', { name: /closed$/ })).toHaveLength(13)
  fireEvent.click(within(days).getByRole('button', { name: /10:00–12:00/ }))
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ at: '2026-11-29T08:00:00.000Z' }))
})

it('asks before it publishes times without a phone', async () => {
  const { panel, sent } = await open({ ...flow, hasDraft: true, draft: flow.published })
  await within(panel).findByRole('region', { name: 'The path' })
  fireEvent.click(screen.getByRole('button', { name: 'Publish version 2' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish with times without an answer?' })
  expect(dialog.textContent).toContain('10:00–12:00')
  expect(sent()).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Publish anyway' }))
  await waitFor(() => expect(sent()).toEqual([{ expected: 1 }]))
})

it('without a number there is nothing to try', async () => {
  const { panel } = await open({ ...flow, numbers: [] })
  expect(panel.textContent).toContain('Connect a number to the flow')
})
