import { act, render, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { invitationRoutes } from '#contract/team/invitations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { userRoutes } from '#contract/team/users.ts'
import { countWaiting } from '#contract/team/waiting-count.ts'
import { waitingListRoutes } from '#contract/team/waiting-list.ts'
import { useTellLine } from '../../lib/on-the-line.ts'
import { paths } from '../../lib/paths.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { currentBusinessId, currentCampaignId, setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { storage } from '../../lib/storage.ts'
import { readDraft, writeDraft } from '../../lib/unsaved/drafts.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { refusal, reply } from '../../testing/replies.ts'

const GARDEN = '018f0000-0000-7000-8000-0000000000b2'
const privacy = '/privacy-policy'
const leads = `/b/${BUSINESS_ID}/leads/all`

const campaign = (role: Role) => ({ _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role, isEnabled: true })
const names = (...roles: Role[]) => reply(campaignRoutes.names, { success: true, campaigns: roles.map(campaign) })

const twoBusinesses = () => {
  const session = aSession()
  const business = { _id: GARDEN, name: 'Garden & Pool', email: 'hello@garden.test', image: null, closesAt: null }
  return { ...session, businesses: [...session.businesses, { business, businessId: GARDEN, role: 'Reader' as const }] }
}
const named = (name: string) => {
  const session = aSession()
  return { ...session, user: { ...session.user, name } }
}
const menuLinks = () =>
  within(screen.getByRole('navigation', { name: 'Menu' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

describe('the side menu', () => {
  it('offers an Owner everything there is', async () => {
    await openApp(privacy)
    await screen.findByRole('navigation', { name: 'Menu' })
    expect(menuLinks()).toEqual([
      'Leadline',
      'Overview',
      'Today',
      'Leads',
      'Calls',
      'Messages',
      'Meetings',
      'Campaigns',
      'Users',
      'Business settings',
      'Support',
    ])
  })

  it('offers Leads and Campaigns to those who may read a campaign, and to all the settings that they may see', async () => {
    await openApp(privacy, { session: aSession({ role: 'Reader' }), replies: [names('Reader')] })
    const shown = ['Leadline', 'Overview', 'Leads', 'Meetings', 'Campaigns', 'Business settings', 'Support']
    await waitFor(() => expect(menuLinks()).toEqual(shown))
  })

  it('offers no Campaigns to those without a role in the business, to whom the page is closed', async () => {
    await openApp(privacy, { session: aSession({ role: 'None' }), replies: [names('Writer')] })
    const shown = ['Leadline', 'Overview', 'Today', 'Leads', 'Messages', 'Meetings', 'Business settings', 'Support']
    await waitFor(() => expect(menuLinks()).toEqual(shown))
  })

  it('offers neither to those who were given no campaign', async () => {
    const { server } = await openApp(privacy, { session: aSession({ role: 'Reader' }) })
    await screen.findByRole('navigation', { name: 'Menu' })
    await waitFor(() => expect(server.sentTo(campaignRoutes.names)).not.toHaveLength(0))
    expect(menuLinks()).toEqual(['Leadline', 'Overview', 'Business settings', 'Support'])
  })

  it('leads to the leads of the chosen campaign', async () => {
    await openApp(privacy, { replies: [names('Owner')] })
    const link = () => screen.getByRole('link', { name: 'Leads' }).getAttribute('href')
    await screen.findByRole('navigation', { name: 'Menu' })
    expect(link()).toBe(leads)
    setCurrentCampaignId(CAMPAIGN_ID)
    await waitFor(() => expect(link()).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`))
  })

  it('folds to icons that keep their names, and stays folded on this device', async () => {
    const { user } = await openApp(privacy)
    await user.click(await screen.findByRole('button', { name: 'Collapse sidebar' }))
    expect(screen.getByRole('link', { name: 'Leads' }).textContent).toBe('')
    expect(storage.menuFolded.get()).toBe(true)
  })
})

describe('the users', () => {
  const noPages = { page: 1, limit: 10, total: 0, totalIsExact: true, pages: 0 }
  const replies = [
    reply(teamRoutes.list, { success: true, users: [], pagination: noPages }),
    reply(invitationRoutes.list, { success: true, invitations: [], pagination: noPages }),
    reply(waitingListRoutes.list, { success: true, requests: [], pagination: noPages }),
    reply(countWaiting, { success: true, count: 3 }),
  ]
  const tabs = async () => within(await screen.findByRole('navigation', { name: 'Users' }))

  it('are the team, its shifts, the invited and the waiting list, each at its address', async () => {
    const { user, at } = await openApp(paths.users(BUSINESS_ID), { replies })
    await waitFor(async () =>
      expect((await tabs()).getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Team',
        'Shifts',
        'Invited',
        'Waiting list3',
      ]),
    )
    await user.click((await tabs()).getByRole('link', { name: 'Invited' }))
    await waitFor(() => expect(at()).toBe(paths.invited(BUSINESS_ID)))
    await screen.findByRole('region', { name: 'Invited' })
    expect((await tabs()).getByRole('link', { name: 'Invited' }).getAttribute('aria-current')).toBe('page')
    expect((await tabs()).getByRole('link', { name: 'Team' }).getAttribute('aria-current')).toBeNull()
  })

  it('open at the waiting list by its address; its count stands in the menu, too', async () => {
    await openApp(paths.waitingList(BUSINESS_ID), { replies })
    await screen.findByRole('heading', { level: 1, name: 'Users' })
    await waitFor(async () =>
      expect((await tabs()).getByRole('link', { name: /Waiting list/ }).getAttribute('aria-current')).toBe('page'),
    )
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }))
    await waitFor(() => expect(menu.getByRole('link', { name: /Users/ }).textContent).toBe('Users3'))
    expect(menu.getByRole('link', { name: /Users/ }).getAttribute('aria-current')).toBe('page')
  })
})

describe('the business selector', () => {
  it('finds businesses by name whatever the case, with e-mail, the current one ticked', async () => {
    const { user } = await openApp(privacy, { session: twoBusinesses() })
    await user.click(await screen.findByRole('button', { name: /Business: / }))
    const options = await screen.findAllByRole('option')
    expect(options).toHaveLength(2)
    expect(within(options[0] as HTMLElement).queryByLabelText('Selected')).not.toBeNull()
    expect(within(options[1] as HTMLElement).queryByLabelText('Selected')).toBeNull()
    await user.type(screen.getByPlaceholderText('Select Business'), 'gARDEN')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'GGarden & Poolhello@garden.test',
    ])
    await user.type(screen.getByPlaceholderText('Select Business'), ' x')
    await screen.findByText('No data found')
  })

  it('finds a business without a name by its e-mail', async () => {
    const session = twoBusinesses()
    const [first, second] = session.businesses
    const nameless = second && { ...second, business: { ...second.business, name: '' } }
    const businesses = [first, nameless].filter((one) => one !== undefined)
    const { user } = await openApp(privacy, { session: { ...session, businesses } })
    await user.click(await screen.findByRole('button', { name: /Business: / }))
    await user.type(screen.getByPlaceholderText('Select Business'), 'HELLO@gar')
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Hhello@garden.test'])
  })

  it('switches: same section, session storage cleared, choice kept for next time', async () => {
    const { user, at, server } = await openApp(leads, {
      session: twoBusinesses(),
      replies: [reply(userRoutes.update, { success: true, updatedUser: aSession().user })],
    })
    sessionStorage.setItem('left over', 'x')
    await user.click(await screen.findByRole('button', { name: /Business: / }))
    await user.click(await screen.findByRole('option', { name: /Garden/ }))
    await waitFor(() => expect(at()).toBe(`/b/${GARDEN}/leads/all`))
    expect(sessionStorage.getItem('left over')).toBeNull()
    expect(currentBusinessId()).toBe(GARDEN)
    await waitFor(() => expect(server.sentTo(userRoutes.update)[0]?.body).toEqual({ lastBusinessId: GARDEN }))
  })

  it('asks first where the phone of this window is in a call', async () => {
    const Line = () => {
      useTellLine('+972541234567', true)
      return null
    }
    const line = render(<Line />)
    const { user, at, server } = await openApp(leads, {
      session: twoBusinesses(),
      replies: [reply(userRoutes.update, { success: true, updatedUser: aSession().user })],
    })
    const pick = async () => {
      await user.click(await screen.findByRole('button', { name: /Business: / }))
      await user.click(await screen.findByRole('option', { name: /Garden/ }))
      return screen.findByRole('dialog', { name: 'You are in a call' })
    }
    await user.click(within(await pick()).getByRole('button', { name: 'Stay in the call' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe(leads)
    await user.click(within(await pick()).getByRole('button', { name: 'End the call and switch' }))
    await waitFor(() => expect(at()).toBe(`/b/${GARDEN}/leads/all`))
    // Sent after the navigation, which would otherwise keep the loader of the tests that follow.
    await waitFor(() => expect(server.sentTo(userRoutes.update)).toHaveLength(1))
    line.unmount()
  })

  it('only logs that the choice could not be kept', async () => {
    const { user, at } = await openApp(leads, {
      session: twoBusinesses(),
      replies: [refusal(userRoutes.update, 500, 'internal', { message: 'boom' })],
    })
    await user.click(await screen.findByRole('button', { name: /Business: / }))
    await user.click(await screen.findByRole('option', { name: /Garden/ }))
    await waitFor(() =>
      expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ status: 500, message: 'boom' })),
    )
    expect(at()).toBe(`/b/${GARDEN}/leads/all`)
    expect(screen.queryByText('boom')).toBeNull()
  })

  it('has entries of the business below its list', async () => {
    const { user } = await openApp(privacy)
    await user.click(await screen.findByRole('button', { name: /Business: / }))
    const leadsTo = (name: string) =>
      screen
        .getAllByRole('link', { name })
        .find((link) => !link.closest('nav'))
        ?.getAttribute('href')
    await screen.findAllByRole('option')
    expect(
      ['Business Info', 'Integrations', 'Notifications Settings', 'API Keys', 'Create business'].map(leadsTo),
    ).toEqual([
      `/b/${BUSINESS_ID}/settings/profile`,
      `/b/${BUSINESS_ID}/settings/integrations`,
      `/b/${BUSINESS_ID}/settings/leads-statuses`,
      `/b/${BUSINESS_ID}/settings/api-keys`,
      '/business/create',
    ])
  })

  it('says what to do while there is no business', async () => {
    await openApp(privacy, { session: aSession({ businesses: [] }) })
    await screen.findByRole('heading', { level: 1 })
    // None of these would find anything.
    expect(screen.queryByRole('button', { name: /Business/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Campaign: / })).toBeNull()
    expect(screen.queryByRole('button', { name: /Search leads/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /Notifications/ })).toBeNull()
  })
})

describe('the campaign selector', () => {
  const open = async (path: string, found: 'one' | 'none' = 'one') => {
    const campaigns = found === 'one' ? [campaign('Owner')] : []
    const app = await openApp(path, {
      replies: [names('Owner'), reply(campaignRoutes.search, { success: true, campaigns })],
    })
    await app.user.click(await screen.findByRole('button', { name: /Campaign: / }))
    return app
  }

  it('offers all campaigns first, then each', async () => {
    await open(privacy)
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'All campaigns',
        'ממטבחים – Google',
      ]),
    )
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('value'))).toEqual(['all', CAMPAIGN_ID])
  })

  it('on the leads screen goes to the leads of the choice, and back to all', async () => {
    const { user, at } = await open(leads)
    await user.click(await screen.findByRole('option', { name: /מטבחים/ }))
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`))
    await user.click(screen.getByRole('button', { name: /Campaign: / }))
    await user.click(await screen.findByRole('option', { name: 'All campaigns' }))
    await waitFor(() => expect(at()).toBe(leads))
    expect(currentCampaignId()).toBeNull()
  })

  it('on the dashboard stays there', async () => {
    const { user, at } = await open('/dashboard')
    await user.click(await screen.findByRole('option', { name: /מטבחים/ }))
    await waitFor(() => expect(currentCampaignId()).toBe(CAMPAIGN_ID))
    expect(at()).toBe('/dashboard')
  })

  it('searches after a pause, once for what was typed, and says when there is nothing', async () => {
    const { user, server } = await open(privacy, 'none')
    await user.type(screen.getByPlaceholderText('Search campaigns'), 'kit')
    await screen.findByText('No data found')
    expect(server.sentTo(campaignRoutes.search).map(({ query }) => query)).toEqual([{ search: 'kit' }])
  })
})

describe('the user menu', () => {
  it('shows who is signed in, and leads to the profile and out', async () => {
    const session = aSession()
    const image = 'https://img.test/shira.png'
    const { user } = await openApp(privacy, { session: { ...session, user: { ...session.user, image } } })
    const button = await screen.findByRole('button', { name: /account menu/ })
    expect(button.querySelector('img')?.src).toBe(image)
    await user.click(button)
    const menu = within(await screen.findByRole('menu'))
    menu.getByText('שירה בן־דוד')
    menu.getByText('shira@alon-reno.test')
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'My profile',
      'My Shifts',
      'Notifications Settings',
      'עברית',
      'Dark mode',
      'Logout',
    ])
  })
})

describe('signing out', () => {
  const leave = async (replies: Parameters<typeof openApp>[1] = {}) => {
    const app = await openApp(privacy, replies)
    await app.user.click(await screen.findByRole('button', { name: /account menu/ }))
    await app.user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    return app
  }

  it('forgets the token and the business, and shows the sign-in page', async () => {
    const { at } = await leave({ replies: [reply(authRoutes.logout, { success: true })] })
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(storage.token.get()).toBeNull()
    expect(currentBusinessId()).toBeNull()
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull())
  })

  it('covers everything with the loader while the server is asked', async () => {
    const { promise, resolve } = Promise.withResolvers<{ success: true }>()
    await leave({ replies: [reply(authRoutes.logout, () => promise)] })
    const loader = await screen.findByRole('status', { name: 'Loading' })
    expect(loader.hasAttribute('data-full')).toBe(true)
    resolve({ success: true })
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
  })

  it('renders no page once more whose session is gone', async () => {
    const { queryClient } = await openApp(paths.dashboard, { session: aSession({ businesses: [] }) })
    await screen.findByRole('heading', { level: 1 })
    await act(() => queryClient.resetQueries({ queryKey: queryKeys.session }))
    await screen.findByRole('status', { name: 'Loading' })
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  })

  it('forgets what was typed and not sent', async () => {
    writeDraft('comment', 'Call back on Sunday')
    const { at } = await leave({ replies: [reply(authRoutes.logout, { success: true })] })
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(readDraft('comment')).toBeUndefined()
  })

  it('is asked about in a call, and then ends it', async () => {
    storage.phoneCall.set('+972541234567 talking')
    const { at, user, server } = await leave({ replies: [reply(authRoutes.logout, { success: true })] })
    const question = await screen.findByRole('dialog', { name: 'You are in a call' })
    await user.click(within(question).getByRole('button', { name: 'Stay in the call' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(server.sentTo(authRoutes.logout)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: /account menu/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(at()).toBe('/auth/login'))
    storage.phoneCall.set(null)
  })

  it('is not asked about while a phone only rings', async () => {
    storage.phoneCall.set('+972541234567 ringing')
    const { at } = await leave({ replies: [reply(authRoutes.logout, { success: true })] })
    await waitFor(() => expect(at()).toBe('/auth/login'))
    storage.phoneCall.set(null)
  })

  it('that fails is said, and leaves one signed in', async () => {
    const { at } = await leave({ replies: [refusal(authRoutes.logout, 500, 'internal')] })
    await screen.findByText('Failed to log out user')
    expect(at()).toBe(privacy)
    expect(storage.token.get()).not.toBeNull()
  })
})

describe('the name prompt', () => {
  it.each(['', 'shira@alon-reno.test'])('stands in the way while the name is "%s"', async (name) => {
    await openApp(privacy, { session: named(name) })
    await screen.findByPlaceholderText('Enter your full name')
  })

  it('asks for two characters and goes once the server has the name', async () => {
    const updatedUser = { ...aSession().user, name: 'Shira' }
    const { user, server } = await openApp(privacy, {
      session: named('shira@alon-reno.test'),
      replies: [reply(userRoutes.update, { success: true, updatedUser })],
    })
    const field = await screen.findByLabelText('Full name')
    const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save().disabled).toBe(true)
    await user.type(field, 'S')
    expect(save().disabled).toBe(true)
    await user.type(field, 'hira')
    await user.click(save())
    await waitFor(() => expect(screen.queryByLabelText('Full name')).toBeNull())
    expect(server.sentTo(userRoutes.update)[0]?.body).toEqual({ name: 'Shira' })
  })

  it('says what is wrong with the name once its field was left', async () => {
    const { user } = await openApp(privacy, { session: named('') })
    const field = await screen.findByLabelText('Full name')
    await user.type(field, 'S')
    act(() => field.blur())
    await screen.findByText('Minimum 2 characters required')
    await user.clear(field)
    await screen.findByText('Please provide your name to continue')
  })

  it('stays where saving fails, and says nothing', async () => {
    const { user } = await openApp(privacy, {
      session: named('@'),
      replies: [refusal(userRoutes.update, 500, 'internal', { message: 'boom' })],
    })
    await user.type(await screen.findByLabelText('Full name'), 'Shira{Enter}')
    await waitFor(() => expect(console.warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'boom' })))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false)
    expect(screen.queryByText('boom')).toBeNull()
  })
})

describe('the main area', () => {
  it('is dimmed once the session has ended', async () => {
    await openApp(privacy)
    const main = await screen.findByRole('main')
    expect(main.hasAttribute('data-signed-out')).toBe(false)
    act(() => storage.token.set(null))
    await waitFor(() => expect(main.hasAttribute('data-signed-out')).toBe(true))
  })
})

describe('the banner of a closing business', () => {
  const closing = (role: Role) => {
    const session = aSession({ role })
    const businesses = session.businesses.map((own) => ({
      ...own,
      business: { ...own.business, closesAt: '2026-12-21T10:00:00Z' },
    }))
    return { ...session, businesses }
  }

  it('tells its day to everybody, and its Owner takes it back', async () => {
    const { user, server } = await openApp(privacy, { session: closing('Owner') })
    await screen.findByText(/This business is closed and will be erased on .*21.*2026/)
    server.use(reply(businessRoutes.reopen, { success: true }))
    server.use(reply(authRoutes.getCurrentUser, aSession()))
    await user.click(screen.getByRole('button', { name: 'Reopen' }))
    await waitFor(() => expect(screen.queryByText(/This business is closed/)).toBeNull())
    expect(server.sentTo(businessRoutes.reopen)).toHaveLength(1)
  })

  it('offers nothing to others', async () => {
    await openApp(privacy, { session: closing('Admin') })
    await screen.findByText(/This business is closed/)
    expect(screen.queryByRole('button', { name: 'Reopen' })).toBeNull()
  })

  it('is not there otherwise', async () => {
    await openApp(privacy)
    await screen.findByRole('navigation', { name: 'Menu' })
    expect(screen.queryByText(/This business is closed/)).toBeNull()
  })
})
