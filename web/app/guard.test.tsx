import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { userRoutes } from '#contract/team/users.ts'
import { i18n } from '../lib/i18n/i18n.ts'
import { currentBusinessId, currentCampaignId, setCurrentCampaignId } from '../lib/session/current-business.ts'
import { storage } from '../lib/storage.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../testing/fakes.ts'
import { openApp } from '../testing/open-app.tsx'
import { refusal, reply } from '../testing/replies.ts'

const restoreKept = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('../lib/session/device/restoring.ts', async (original) => ({
  ...(await original<typeof import('../lib/session/device/restoring.ts')>()),
  restoreKept,
}))

const OTHER = '018f0000-0000-7000-8000-0000000000ff'
const apiKeys = `/b/${BUSINESS_ID}/settings/api-keys`
const campaigns = `/b/${BUSINESS_ID}/campaigns`
const names = reply(campaignRoutes.names, {
  success: true,
  campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role: 'Owner', isEnabled: true }],
})
const pending = () => {
  const session = aSession()
  return { ...session, user: { ...session.user, status: 'Pending' as const } }
}

describe('without a session', () => {
  it('goes to sign-in, and remembers where one wanted to go', async () => {
    const { at } = await openApp(`${campaigns}?page=2`, { session: null })
    expect(at()).toBe(`/auth/login?next=${encodeURIComponent(`${campaigns}?page=2`)}`)
  })

  it.each([
    '/',
    '/main',
    '/dashboard',
    '/typography',
    '/business/create',
    '/user/settings/profile',
    '/user/settings/shifts',
    `/b/${BUSINESS_ID}/leads/all`,
    `/b/${BUSINESS_ID}/create-campaign`,
  ])('does not reach %s', async (path) => {
    const { router } = await openApp(path, { session: null })
    expect(router.state.location.pathname).toBe('/auth/login')
  })

  it.each(['/auth/login', '/auth/register', '/auth/recover-password', '/privacy-policy', '/no/such/page'])(
    'may see %s',
    async (path) => {
      const { at } = await openApp(path, { session: null })
      expect(at()).toBe(path)
    },
  )

  it('learns that an address leads nowhere', async () => {
    await openApp('/no/such/page', { session: null })
    await screen.findByText('Sorry, the page you are looking for does not exist')
  })
})

describe('a stored token', () => {
  it('has the person loaded before the page is shown', async () => {
    const { at } = await openApp('/dashboard')
    expect(at()).toBe('/dashboard')
    await screen.findByRole('button', { name: /account menu/ })
  })

  it('shows nothing that the device keeps once the server has answered, however long the page is open', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await openApp('/dashboard')
    await screen.findByRole('button', { name: /account menu/ })
    await act(() => vi.advanceTimersByTimeAsync(20_000))
    vi.useRealTimers()
    await vi.dynamicImportSettled()
    expect(restoreKept).not.toHaveBeenCalled()
  })

  it('that the server does not know leads to sign-in', async () => {
    const { at } = await openApp('/dashboard', { replies: [refusal(authRoutes.getCurrentUser, 500, 'internal')] })
    expect(at()).toBe('/auth/login?next=%2Fdashboard')
    await screen.findByText('Failed to fetch current user')
  })

  it.each(['/auth/login', '/auth/register'])('that the server does not know leaves one on %s', async (path) => {
    const { at } = await openApp(path, { replies: [refusal(authRoutes.getCurrentUser, 401, 'unauthenticated')] })
    expect(at()).toBe(path)
  })

  it.each(['/', '/main'])('leads from %s to the overview', async (path) => {
    const { at } = await openApp(path)
    expect(at()).toBe('/dashboard')
  })

  it("brings the person's own language", async () => {
    const session = aSession()
    await openApp('/privacy-policy', {
      session: { ...session, user: { ...session.user, userLanguage: 'he' } },
      language: 'en',
    })
    expect(i18n.language).toBe('he')
    expect(document.documentElement.dir).toBe('rtl')
  })

  it('does not take back a language chosen here that the server has not heard of, and tells it', async () => {
    storage.languageUnsaved.set(true)
    const { server } = await openApp('/privacy-policy', {
      session: { ...aSession(), user: { ...aSession().user, userLanguage: 'he' } },
      language: 'en',
      replies: [reply(userRoutes.update, { success: true, updatedUser: { ...aSession().user, userLanguage: 'en' } })],
    })
    expect(i18n.language).toBe('en')
    await waitFor(() => expect(server.sentTo(userRoutes.update)).toHaveLength(1))
    expect(server.sentTo(userRoutes.update)[0]?.body).toEqual({ userLanguage: 'en' })
    await waitFor(() => expect(storage.languageUnsaved.get()).toBe(false))
  })

  it.each([
    [campaigns, campaigns],
    ['//evil.test', '/dashboard'],
    ['https://evil.test/', '/dashboard'],
  ])('on the sign-in page goes on to %s only within this site', async (next, expected) => {
    const { at } = await openApp(`/auth/login?next=${encodeURIComponent(next)}`)
    expect(at()).toBe(expected)
  })
})

describe('a business', () => {
  it('that is not there, or is none of one’s own, is not shown, and a notice says so', async () => {
    const { at } = await openApp('/b/nope/campaigns')
    expect(at()).toBe('/dashboard')
    await screen.findByText('This business does not exist, or you are not a member of it')
  })
})

describe('a role', () => {
  it.each([
    ['Owner', apiKeys, apiKeys],
    // Pages that the specification gives to Owner refuse Admin.
    ['Admin', apiKeys, '/dashboard'],
    ['Reader', apiKeys, '/dashboard'],
    ['Reader', campaigns, campaigns],
    ['None', campaigns, '/dashboard'],
    ...['users', 'waiting-list', 'settings/profile', 'calls/all', `c/${CAMPAIGN_ID}/calls`].flatMap((page) => [
      ['Owner', `/b/${BUSINESS_ID}/${page}`, `/b/${BUSINESS_ID}/${page}`] as const,
      ['Admin', `/b/${BUSINESS_ID}/${page}`, '/dashboard'] as const,
    ]),
    // Open to any signed-in person; the server decides what it shows.
    ...[
      'leads/all',
      'leads/cards/all',
      'create-campaign',
      `c/${CAMPAIGN_ID}/leads`,
      `c/${CAMPAIGN_ID}/leads/${OTHER}`,
      `c/${CAMPAIGN_ID}/leads/cards`,
      `c/${CAMPAIGN_ID}/cards`,
    ].map((page) => ['None', `/b/${BUSINESS_ID}/${page}`, `/b/${BUSINESS_ID}/${page}`] as const),
  ] as const)('%s who opens %s gets to %s', async (role, path, expected) => {
    const { at } = await openApp(path, { session: aSession({ role }), replies: [names] })
    expect(at()).toBe(expected)
  })

  it('that is too weak for a page gets one notice, which names who can change it', async () => {
    await openApp(apiKeys, { session: aSession({ role: 'Reader' }) })
    const said = 'This page requires another role. An Owner of the business can give it to you.'
    await screen.findByText(said)
    expect(screen.getAllByText(said)).toHaveLength(1)
  })

  it('that is strong enough gets no notice', async () => {
    await openApp(apiKeys, { session: aSession({ role: 'Owner' }) })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(screen.queryByText(/requires another role/)).toBeNull()
  })

  it('of a page that is only fetched ahead nothing is said', async () => {
    const { router } = await openApp('/dashboard', { session: aSession({ role: 'Reader' }) })
    await router.preloadRoute({ to: apiKeys }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(screen.queryByText(/requires another role/)).toBeNull()
  })

  it('that does not hear calls gets there by a grant', async () => {
    const calls = `/b/${BUSINESS_ID}/calls/all`
    const refused = await openApp(calls, { session: aSession({ role: 'Admin' }) })
    expect(refused.at()).toBe('/dashboard')
    refused.unmount()
    const session = aSession({ role: 'Writer' })
    const granted = { ...session, businesses: session.businesses.map((one) => ({ ...one, hearsCalls: true as const })) }
    expect((await openApp(calls, { session: granted })).at()).toBe(calls)
  })

  it('opens no other page by the grant to hear calls', async () => {
    const session = aSession({ role: 'Writer' })
    const granted = { ...session, businesses: session.businesses.map((one) => ({ ...one, hearsCalls: true as const })) }
    expect((await openApp(apiKeys, { session: granted })).at()).toBe('/dashboard')
  })

  it('keeps the chosen campaign on pages of no campaign, until a list of all of them is opened', async () => {
    const { router } = await openApp(apiKeys, { replies: [names] })
    setCurrentCampaignId(CAMPAIGN_ID)
    await act(() => router.navigate({ to: campaigns }))
    expect(currentCampaignId()).toBe(CAMPAIGN_ID)
    await act(() => router.navigate({ to: `/b/${BUSINESS_ID}/leads/all` }))
    expect(currentCampaignId()).toBeNull()
  })

  it('keeps all campaigns selected when a lead of one is opened, and selects the campaign of a list', async () => {
    const { router } = await openApp(`/b/${BUSINESS_ID}/leads/all`, { replies: [names] })
    await act(() => router.navigate({ to: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${OTHER}` }))
    expect(currentCampaignId()).toBeNull()
    await act(() => router.navigate({ to: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/forms` }))
    expect(currentCampaignId()).toBeNull()
    await act(() => router.navigate({ to: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/calls` }))
    expect(currentCampaignId()).toBe(CAMPAIGN_ID)
  })

  it('is asked for in vain where there is no business', async () => {
    const { at } = await openApp(campaigns, { session: aSession({ businesses: [] }) })
    expect(at()).toBe('/dashboard')
  })

  it('in a business that one does not belong to is none', async () => {
    const { at } = await openApp(`/b/${OTHER}/leads/all`)
    expect(at()).toBe('/dashboard')
    expect(currentBusinessId()).toBe(BUSINESS_ID)
  })
})

describe('the way to a screen', () => {
  it('is shown by a line at the top for as long as it takes', async () => {
    const { container, router, server } = await openApp('/privacy-policy', { session: null })
    const isShown = () => container.querySelector('.bar') !== null
    expect(isShown()).toBe(false)
    const { promise, resolve } = Promise.withResolvers<ReturnType<typeof aSession>>()
    server.use(reply(authRoutes.getCurrentUser, () => promise))
    storage.token.set('token-of-a-test')
    const arrival = router.navigate({ href: '/auth/login' })
    await waitFor(() => expect(isShown()).toBe(true))
    resolve(pending())
    await arrival
    await waitFor(() => expect(isShown()).toBe(false))
  })
})

describe('a phone that is not verified', () => {
  it('comes first', async () => {
    const { at } = await openApp('/dashboard', { session: pending() })
    expect(at()).toBe('/auth/verify-phone')
  })

  it('does not close what is public', async () => {
    const { at } = await openApp('/privacy-policy', { session: pending() })
    expect(at()).toBe('/privacy-policy')
  })

  it('asks no one twice', async () => {
    const { at } = await openApp('/auth/verify-phone')
    await waitFor(() => expect(at()).toBe('/dashboard'))
  })
})
