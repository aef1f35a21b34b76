import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { aBusiness, aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aLead, aPage, NEW, surroundings } from '../../testing/lead-fakes.ts'
import { happens } from '../../testing/live.ts'
import { openApp } from '../../testing/open-app.tsx'
import { reply } from '../../testing/replies.ts'

const campaign = { _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role: 'Owner' as const, isEnabled: true }

/** Renders the frame; counts its requests for campaigns and for the session. */
async function frame() {
  const replies = [reply(campaignRoutes.names, { success: true, campaigns: [campaign] })]
  const { server } = await openApp('/privacy-policy', { replies })
  await screen.findByRole('navigation', { name: 'Menu' })
  const asked = () => [campaignRoutes.names, authRoutes.getCurrentUser].map((route) => server.sentTo(route).length)
  await waitFor(() => expect(asked()).toEqual([1, 1]))
  const change = (name: string) =>
    happens({ kind: 'change', event: { name, businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID } })
  return { asked, change }
}

describe('the frame', () => {
  it('hears of everything since the session was read, before any screen was', async () => {
    const { server } = await openApp('/privacy-policy', { session: aSession({ livePosition: '12-a' }) })
    await waitFor(() => expect(server.streams).toEqual(['12-a']))
  })

  it('is fetched again after news were missed', async () => {
    const { asked } = await frame()
    await happens({ kind: 'resync' })
    await waitFor(() => expect(asked()).toEqual([2, 2]))
  })

  it('fetches campaigns again as they change, and the person’s businesses as these do', async () => {
    const { asked, change } = await frame()
    await change('lead.created')
    await change('campaign.changed')
    await waitFor(() => expect(asked()).toEqual([2, 1]))
    await change('business.closed')
    await waitFor(() => expect(asked()).toEqual([2, 2]))
  })

  it('shows the statuses as an Owner has just named and ordered them', async () => {
    let name = 'New'
    const replies = [
      ...surroundings(),
      reply(leadRoutes.list, aPage([aLead(1)])),
      reply(businessRoutes.get, () => ({
        success: true as const,
        business: aBusiness(),
        statuses: [{ ...NEW, nameEn: name }],
      })),
    ]
    const { server } = await openApp(`/b/${BUSINESS_ID}/leads/all`, { replies })
    await screen.findByRole('button', { name: /^Status: New/ })
    name = 'Just in'
    const event = { name: 'status.changed', businessId: BUSINESS_ID, campaignId: ALL_CAMPAIGNS }
    await happens({ kind: 'change', event })
    await screen.findByRole('button', { name: /^Status: Just in/ })
    expect(server.sentTo(businessRoutes.get)).toHaveLength(2)
  })
})
