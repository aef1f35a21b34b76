import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { reply } from '../../../testing/replies.ts'

const start = '/privacy-policy'
const mayRead = (role: Role) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role, isEnabled: true }],
  })
const links = () => within(screen.getByRole('navigation', { name: 'Main pages' })).queryAllByRole('link')
const names = () => links().map(({ textContent }) => textContent)

describe('the bottom bar of a phone', () => {
  it('shows an Owner today, leads, calls and messages, in this order', async () => {
    await openApp(start, { narrow: true, replies: [mayRead('Owner')] })
    await waitFor(() => expect(names()).toEqual(['Today', 'Leads', 'Calls', 'Messages']))
  })

  it('shows only what the person may open', async () => {
    await openApp(start, { narrow: true, session: aSession({ role: 'Reader' }), replies: [mayRead('Reader')] })
    await waitFor(() => expect(names()).toEqual(['Leads', 'Campaigns', 'Overview']))
  })

  it('leads to its pages, and marks the open one', async () => {
    const { user, at } = await openApp(start, { narrow: true, replies: [mayRead('Owner')] })
    const messages = await screen.findByRole('link', { name: 'Messages' })
    expect(links().filter((link) => link.getAttribute('aria-current'))).toEqual([])
    await user.click(messages)
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/conversations`))
    await waitFor(() => expect(messages.getAttribute('aria-current')).toBe('page'))
    expect(links().filter((link) => link.getAttribute('aria-current'))).toEqual([messages])
  })

  it('is on no wide screen, and not shown without a business', async () => {
    const wide = await openApp(start)
    await screen.findByRole('navigation', { name: 'Menu' })
    expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull()
    wide.unmount()
    await openApp(start, { narrow: true, session: aSession({ businesses: [] }) })
    await screen.findByRole('button', { name: 'Open menu' })
    expect(screen.queryByRole('navigation', { name: 'Main pages' })).toBeNull()
  })
})
