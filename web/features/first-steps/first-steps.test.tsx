import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { dashboardRoutes } from '#contract/dashboard.ts'
import { type FirstStepName, firstStepRoutes, firstSteps } from '#contract/first-steps.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { HomePage } from '../../app/pages/home-page.tsx'
import { aCall, callDetails } from '../../testing/call-fakes.ts'
import { aDashboard } from '../../testing/dashboard-fakes.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aPage } from '../../testing/lead-fakes.ts'
import { happens } from '../../testing/live.ts'
import { aNumber } from '../../testing/number-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'

const stepsWith = (done: readonly FirstStepName[], isDismissed = false) => ({
  success: true as const,
  isDismissed,
  steps: isDismissed ? [] : firstSteps.map((step) => ({ step, isDone: done.includes(step) })),
})
const campaigns = (...some: { _id: string; name: string }[]) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: some.map((one) => ({ ...one, image: null, role: 'Owner' as const, isEnabled: true })),
  })
const kitchens = { _id: CAMPAIGN_ID, name: 'Kitchens' }
const board = (hasLeads: boolean) => reply(dashboardRoutes.get, { success: true, dashboard: aDashboard({ hasLeads }) })

/** The overview of a business that has done these steps; `state.done` may change. */
async function show(
  done: readonly FirstStepName[],
  { role = 'Owner', hasLeads = false }: { role?: Role; hasLeads?: boolean } = {},
) {
  const state = { done, isDismissed: false }
  const page = await renderPage(<HomePage />, {
    path: '/dashboard',
    session: aSession({ role }),
    replies: [
      board(hasLeads),
      done.includes('campaign') ? campaigns(kitchens) : campaigns(),
      reply(leadRoutes.list, aPage([])),
      reply(numberRoutes.list, { success: true, numbers: [aNumber()] }),
      reply(firstStepRoutes.get, () => stepsWith(state.done, state.isDismissed)),
      reply(firstStepRoutes.change, ({ body }) => {
        state.isDismissed = (body as { isDismissed: boolean }).isDismissed
        return { success: true }
      }),
    ],
  })
  return { ...page, state }
}
const list = async () => within(await screen.findByRole('region', { name: 'First steps' }))
const title = (name: string) => screen.findByRole('heading', { name })

describe('first steps', () => {
  it('stand in a new business instead of an empty dashboard, with one next step', async () => {
    await show(['business'])
    const steps = await list()
    steps.getByText('1 of 6 done')
    expect(screen.queryByText('Your metrics will appear here')).toBeNull()
    expect(screen.queryByRole('button', { name: /This Month/ })).toBeNull()
    const [next, ...others] = steps
      .getAllByRole('listitem')
      .filter((one) => one.getAttribute('aria-current') === 'step')
    expect(others).toEqual([])
    const action = within(next as HTMLElement).getByRole('link', { name: 'Create a campaign' })
    expect(action.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/create-campaign`)
    // A number or a form belongs to a campaign.
    expect(steps.getAllByText('After a campaign is created')).toHaveLength(2)
    steps.getByText('After a number is chosen')
  })

  it('each lead straight to where it is done', async () => {
    const { user, router } = await show(['business', 'campaign'])
    const steps = await list()
    const hrefOf = (name: string) => steps.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('Form for your site')).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/forms/new`)
    expect(hrefOf('Invite your team')).toBe(`/b/${BUSINESS_ID}/users`)
    // There is nothing to call yet.
    expect(steps.queryByRole('link', { name: /Test call/ })).toBeNull()
    await user.click(steps.getByRole('link', { name: 'Choose a number' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(`/b/${BUSINESS_ID}/settings/numbers`))
    expect(router.state.location.state.modals).toEqual(['new-number'])
  })

  it('are ticked live, and give way to the dashboard when all are done', async () => {
    const { state } = await show(['business', 'campaign', 'number', 'test_call', 'form'], { hasLeads: true })
    const steps = await list()
    steps.getByText('5 of 6 done')
    await screen.findByText('New leads today')
    state.done = firstSteps
    await happens({
      kind: 'change',
      event: { name: 'member.invited', businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID },
    })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
    await screen.findByText('New leads today')
  })

  it.each([
    ['campaign.created', 'campaign'],
    ['number.added', 'number'],
    ['call.changed', 'test_call'],
    ['form.created', 'form'],
  ] as const)('%s ticks a step', async (name, step) => {
    const { state } = await show(['business'])
    const steps = await list()
    steps.getByText('1 of 6 done')
    state.done = ['business', step]
    await happens({ kind: 'change', event: { name, businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID } })
    await steps.findByText('2 of 6 done')
  })

  it('call the first number on the spot', async () => {
    await show(['business', 'campaign', 'number'])
    const steps = await list()
    await steps.findByRole('img', { name: /^QR code that calls / })
    steps.getByRole('button', { name: 'Make a test call' })
    expect(steps.queryByRole('link', { name: 'Make a test call' })).toBeNull()
  })

  it('tick a test call as soon as it is answered', async () => {
    const { server, state, user } = await show(['business', 'campaign', 'number'])
    const tested = callDetails(aCall(1, { isTest: true }))
    server.use(reply(numberRoutes.testCall, { success: true, callId: tested._id }))
    server.use(reply(callRoutes.get, { success: true, call: tested }))
    const steps = await list()
    const start = await steps.findByRole('button', { name: 'Make a test call' })
    state.done = ['business', 'campaign', 'number', 'test_call']
    await user.click(start)
    await steps.findByText('4 of 6 done')
  })

  it('are hidden for the business, and shown again by Undo', async () => {
    const { user, server } = await show(['business'])
    await user.click((await list()).getByRole('button', { name: 'Hide' }))
    await title('Your metrics will appear here')
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await list()
    expect(server.sentTo(firstStepRoutes.change).map(({ body }) => body)).toEqual([
      { isDismissed: true },
      { isDismissed: false },
    ])
  })

  it('show an Admin only what an Admin may do', async () => {
    await show(['business'], { role: 'Admin' })
    const steps = await list()
    steps.getByText('0 of 4 done')
    expect(steps.queryByText('Invite your team')).toBeNull()
  })

  it('are not asked for by those who do none of them', async () => {
    const { server } = await show(['business', 'campaign'], { role: 'Reader' })
    await title('Your metrics will appear here')
    expect(server.sentTo(firstStepRoutes.get)).toEqual([])
  })

  it('come back from the palette', async () => {
    let isDismissed = true
    const { user, at } = await openApp('/privacy-policy', {
      replies: [
        board(false),
        campaigns(),
        reply(leadRoutes.list, aPage([])),
        reply(firstStepRoutes.get, () => stepsWith(['business'], isDismissed)),
        reply(firstStepRoutes.change, () => {
          isDismissed = false
          return { success: true }
        }),
      ],
    })
    await user.click(await screen.findByRole('button', { name: /Search leads/ }))
    await user.click(await screen.findByRole('button', { name: 'First steps' }))
    await waitFor(() => expect(at()).toBe('/dashboard'))
    await list()
  })
})
