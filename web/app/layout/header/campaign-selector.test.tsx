import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { callRoutes } from '#contract/calls/calls.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { currentCampaignId, setCurrentCampaignId } from '../../../lib/session/current-business.ts'
import { aSummary, callPage } from '../../../testing/call-fakes.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { aPage, OTHER_CAMPAIGN_ID, surroundings } from '../../../testing/lead-fakes.ts'
import { happens } from '../../../testing/live.ts'
import { openApp } from '../../../testing/open-app.tsx'
import { refusal, reply } from '../../../testing/replies.ts'

const IMAGE = 'https://img.test/kitchens.png'
const somewhere = '/privacy-policy'
const campaigns = [
  { _id: CAMPAIGN_ID, name: 'Kitchens', image: IMAGE, role: 'Owner' as const, isEnabled: true },
  { _id: OTHER_CAMPAIGN_ID, name: 'Bathrooms', image: null, role: 'Owner' as const, isEnabled: true },
]
const found = (...some: typeof campaigns) => reply(campaignRoutes.search, { success: true, campaigns: some })

async function show(path: string, replies: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp(path, {
    ...replies,
    replies: [
      ...surroundings(),
      reply(campaignRoutes.names, { success: true, campaigns }),
      reply(leadRoutes.list, aPage([])),
      reply(callRoutes.list, callPage([])),
      reply(callRoutes.summary, aSummary),
      ...(replies.replies ?? []),
    ],
  })
  await screen.findByRole('button', { name: /Campaign: / })
  return { ...app, press: () => app.user.click(screen.getByRole('button', { name: /Campaign: / })) }
}
const isOpen = () => screen.queryAllByRole('option').length > 0
const closed = () => waitFor(() => expect(isOpen()).toBe(false))
const option = (name: string | RegExp) => screen.findByRole('option', { name })

describe('the campaign selector', () => {
  it('does not name all campaigns while the name of the chosen one is loading', async () => {
    await show(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls`, {
      replies: [reply(campaignRoutes.names, () => new Promise(() => undefined))],
    })
    expect(screen.getByRole('button', { name: 'Campaign: …' })).toBeDefined()
  })

  it('opens and closes by its header', async () => {
    const { press } = await show(somewhere)
    await press()
    await option(/^All campaigns/)
    await press()
    await closed()
  })

  it('closes with Escape and on a click outside', async () => {
    const { press, user } = await show(somewhere)
    await press()
    await option(/^All campaigns/)
    await user.keyboard('{Escape}')
    await closed()
    await press()
    await option(/^All campaigns/)
    await user.click(screen.getByRole('heading', { level: 1 }))
    await closed()
  })

  it('ticks the current choice and shows its image, closed and open', async () => {
    const { press, user, container } = await show(somewhere)
    await press()
    const ticked = () =>
      screen
        .getAllByRole('option')
        .filter((one) => within(one).queryByLabelText('Selected'))
        .map(({ textContent }) => textContent)
    await option(/Kitchens/)
    expect(ticked()).toEqual(['All campaigns'])
    await user.click(await option(/Kitchens/))
    await closed()
    const header = await screen.findByRole('button', { name: 'Campaign: Kitchens' })
    expect(header.querySelector('img')?.src).toBe(IMAGE)
    await press()
    await option(/Kitchens/)
    expect(ticked()).toEqual(['Kitchens'])
    expect(container.querySelectorAll(`[role="option"] img[src="${IMAGE}"]`)).toHaveLength(1)
  })

  it('says each time that nothing was found', async () => {
    const { press, user, server } = await show(somewhere, { replies: [found()] })
    const before: unknown[] = []
    for (const time of [1, 2]) {
      await press()
      await user.type(await screen.findByPlaceholderText('Search campaigns'), 'zzz')
      await waitFor(() => expect(server.sentTo(campaignRoutes.search)).toHaveLength(time))
      // The repeated message replaces the first one.
      await waitFor(() => {
        const said = screen.getAllByText('No data found')
        expect(said).toHaveLength(1)
        expect(before).not.toContain(said[0])
        before.push(said[0])
      })
      await user.keyboard('{Escape}')
      await closed()
    }
    expect(server.sentTo(campaignRoutes.search)).toHaveLength(2)
  })

  it('asks for nothing where only spaces were typed', async () => {
    const { press, user, server } = await show(somewhere, { replies: [found()] })
    await press()
    await user.type(await screen.findByPlaceholderText('Search campaigns'), '   ')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(server.sentTo(campaignRoutes.search)).toHaveLength(0)
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })

  it('only logs a search that failed, and goes on with what it had', async () => {
    const { press, user } = await show(somewhere, {
      replies: [refusal(campaignRoutes.search, 500, 'internal', { message: 'boom' })],
    })
    await press()
    await user.type(await screen.findByPlaceholderText('Search campaigns'), 'kit')
    await waitFor(() => expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'boom' })))
    expect(screen.queryByText('boom')).toBeNull()
    expect(screen.queryByText('No data found')).toBeNull()
  })
})

describe('a choice', () => {
  it('on the dashboard stays there: a campaign, and all of them again', async () => {
    const { press, user, at } = await show('/dashboard')
    await press()
    await user.click(await option(/Kitchens/))
    await closed()
    expect([currentCampaignId(), at()]).toEqual([CAMPAIGN_ID, '/dashboard'])
    await press()
    await user.click(await option(/^All campaigns/))
    await closed()
    expect([currentCampaignId(), at()]).toEqual([null, '/dashboard'])
  })

  it.each([
    ['leads/all', `c/${CAMPAIGN_ID}/leads`],
    [`c/${OTHER_CAMPAIGN_ID}/leads`, `c/${CAMPAIGN_ID}/leads`],
    ['calls/all', `c/${CAMPAIGN_ID}/calls`],
    [`c/${OTHER_CAMPAIGN_ID}/calls`, `c/${CAMPAIGN_ID}/calls`],
  ])('on %s goes to %s', async (from, to) => {
    const { press, user, at } = await show(`/b/${BUSINESS_ID}/${from}`)
    await press()
    await user.click(await option(/Kitchens/))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/${to}`))
    await closed()
  })

  it('of all campaigns on the leads of one goes to all leads', async () => {
    const { press, user, at } = await show(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`)
    await press()
    await user.click(await option(/^All campaigns/))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/all`))
    expect(currentCampaignId()).toBeNull()
  })

  it('of all campaigns on the calls of one goes to all calls', async () => {
    const { press, user, at } = await show(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls`)
    await press()
    await user.click(await option(/^All campaigns/))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/calls/all`))
    expect(currentCampaignId()).toBeNull()
  })

  it('elsewhere is what the leads entry of the menu leads to', async () => {
    const { press, user, at } = await show(somewhere)
    await press()
    await user.click(await option(/Kitchens/))
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    await waitFor(() =>
      expect(menu.getByRole('link', { name: 'Leads' }).getAttribute('href')).toBe(
        `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`,
      ),
    )
    expect(at()).toBe(somewhere)
    setCurrentCampaignId(null)
  })
})

describe('on a narrow screen', () => {
  const isOffered = () => screen.queryByRole('button', { name: /Campaign: / }) !== null
  it.each([
    ['/dashboard', true],
    [`/b/${BUSINESS_ID}/leads/all`, true],
    [`/b/${BUSINESS_ID}/leads/cards/all`, true],
    [`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`, true],
    [`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/cards`, true],
    [`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/cards`, true],
    [`/b/${BUSINESS_ID}/calls/all`, true],
    [`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls`, true],
    [somewhere, false],
    ['/user/settings/profile', false],
  ])('%s offers it: %s', async (path, isExpected) => {
    await openApp(path, {
      narrow: true,
      replies: [
        ...surroundings(),
        reply(leadRoutes.list, aPage([])),
        reply(callRoutes.list, callPage([])),
        reply(callRoutes.summary, aSummary),
      ],
    })
    await screen.findByRole('button', { name: 'Open menu' })
    await waitFor(() => expect(isOffered()).toBe(isExpected))
  })
})

describe('a campaign that is no longer there', () => {
  const gone = /campaign (Kitchens )?was deleted/
  const taken = () => {
    let left = campaigns
    return {
      take: () => {
        left = left.slice(1)
        return happens({ kind: 'resync' })
      },
      names: reply(campaignRoutes.names, () => ({ success: true as const, campaigns: left })),
    }
  }

  it('is selected no more, with a notice, and its leads give way to those of all campaigns', async () => {
    const { take, names } = taken()
    const { at } = await show(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`, { replies: [names] })
    await screen.findByRole('button', { name: 'Campaign: Kitchens' })
    await take()
    await screen.findByText(gone)
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/all`))
    expect(currentCampaignId()).toBeNull()
    screen.getByRole('button', { name: 'Campaign: All campaigns' })
  })

  it('is selected no more on a page of no campaign, which stays', async () => {
    const { take, names } = taken()
    const { press, user, at } = await show('/dashboard', { replies: [names] })
    await press()
    await user.click(await option(/Kitchens/))
    await closed()
    await take()
    await screen.findByText(gone)
    expect([currentCampaignId(), at()]).toEqual([null, '/dashboard'])
  })

  it('or never was, as in a wrong link, shows all leads', async () => {
    const { at } = await show(`/b/${BUSINESS_ID}/c/018f0000-0000-7000-8000-0000000000ee/leads`)
    await screen.findByText(gone)
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/all`))
  })

  it('stays selected when another one is taken away', async () => {
    const { take, names } = taken()
    const { at } = await show(`/b/${BUSINESS_ID}/c/${OTHER_CAMPAIGN_ID}/leads`, { replies: [names] })
    await screen.findByRole('button', { name: 'Campaign: Bathrooms' })
    await take()
    await waitFor(() => expect(screen.queryByText(gone)).toBeNull())
    expect([currentCampaignId(), at()]).toEqual([OTHER_CAMPAIGN_ID, `/b/${BUSINESS_ID}/c/${OTHER_CAMPAIGN_ID}/leads`])
  })
})
