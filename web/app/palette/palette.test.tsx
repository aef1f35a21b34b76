import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { userRoutes } from '#contract/team/users.ts'
import { usePaletteActions } from '../../lib/palette.ts'
import { currentBusinessId } from '../../lib/session/current-business.ts'
import { storage } from '../../lib/storage.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { aLead, aPage } from '../../testing/lead-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { reply } from '../../testing/replies.ts'
import { meanings } from './key-list.tsx'

const GARDEN = '018f0000-0000-7000-8000-0000000000b2'
const start = '/privacy-policy'
const campaign = { _id: CAMPAIGN_ID, name: 'Kitchens – Google', image: null, role: 'Owner' as const, isEnabled: true }
const twoBusinesses = () => {
  const session = aSession()
  const business = { _id: GARDEN, name: 'Garden & Pool', email: null, image: null, closesAt: null }
  return { ...session, businesses: [...session.businesses, { business, businessId: GARDEN, role: 'Owner' as const }] }
}

async function openPalette(options: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp(start, {
    ...options,
    replies: [
      reply(campaignRoutes.names, { success: true, campaigns: [campaign] }),
      reply(leadRoutes.list, aPage([aLead(7, { name: 'Noa Barzilai' })])),
      ...(options.replies ?? []),
    ],
  })
  await app.user.click(await screen.findByRole('button', { name: /Search leads, phones or actions/ }))
  const palette = within(await screen.findByRole('dialog', { name: 'Search and actions' }))
  const type = async (text: string) =>
    app.user.type(await palette.findByRole('textbox', { name: /Search leads/ }), text)
  const group = (name: string) => within(palette.getByRole('group', { name })).getAllByRole('button')
  const labels = (name: string) => group(name).map((line) => line.querySelector('bdi')?.textContent)
  const press = (name: RegExp | string) => app.user.click(palette.getByRole('button', { name }))
  return { ...app, palette, type, labels, press }
}

describe('the palette', () => {
  it('opens with Ctrl K, closes with it and with Back', async () => {
    const { router, at } = await openApp(start)
    await screen.findByRole('button', { name: /Search leads/ })
    const toggle = () => fireEvent.keyDown(document.body, { code: 'KeyK', ctrlKey: true, key: 'ל' })
    toggle()
    await screen.findByRole('dialog', { name: 'Search and actions' })
    toggle()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    toggle()
    await screen.findByRole('dialog', { name: 'Search and actions' })
    router.history.back()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(at()).toBe(start)
  })

  it('offers every screen that the menu offers, and what can be done anywhere', async () => {
    const { labels } = await openPalette()
    expect(labels('Go to')).toEqual([
      'Overview',
      'Today',
      'Leads',
      'Calls',
      'Messages',
      'Meetings',
      'Campaigns',
      'Users',
      'Business settings',
      'Business Info',
      'Hours & holidays',
      'Lead statuses',
      'Lead fields',
      'Duplicate enquiries',
      'Forms',
      'Booking pages',
      'Virtual numbers',
      'Call flows',
      'Blacklist',
      'Message templates',
      'Message channels',
      'Notifications',
      'Quiet hours for leads',
      'Automations',
      'Integrations',
      'API Keys',
      'Webhooks',
      'Privacy',
      'Audit log',
      'Background actions',
      'My profile',
      'My Shifts',
      'Notifications Settings',
      'Import leads',
      'Duplicates',
      'Missed calls',
      'New campaign',
      'Shifts',
      'Invited',
      'Waiting list',
      'Create business',
      'Privacy policy',
      'Typography',
    ])
    expect(labels('Actions')).toEqual(['New lead', 'First steps', 'Keyboard shortcuts', 'עברית', 'Dark mode', 'Logout'])
  })

  it.each([
    ['dashboard', 'Overview'],
    ['סקירה', 'Overview'],
    ['staff', 'Users'],
    ['צוות', 'Users'],
    ['רשימת המתנה', 'Waiting list'],
    ['SPAM', 'Blacklist'],
    ['קמפיינים', 'Campaigns'],
    ['passkeys', 'My profile'],
  ])('finds a screen by its names and synonyms in both languages: %s', async (typed, screenName) => {
    const { type, labels } = await openPalette()
    await type(typed)
    await waitFor(() => expect(labels('Go to')[0]).toBe(screenName))
  })

  it('goes where the first line says with Enter, in the place of its own history entry', async () => {
    const { type, user, at, router } = await openPalette()
    await type('api{Enter}')
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/settings/api-keys`))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    router.history.back()
    await waitFor(() => expect(at()).toBe(start))
    expect(user).toBeDefined()
  })

  it('finds a lead by what was typed, once typing pauses, and opens it', async () => {
    const { type, palette, press, server, at } = await openPalette()
    await type('noa')
    await palette.findByRole('group', { name: 'Leads' })
    expect(server.sentTo(leadRoutes.list).map(({ query }) => query.search)).toEqual(['noa'])
    await press(/Noa Barzilai/)
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${aLead(7)._id}`))
  })

  it('asks for no lead before there are two characters', async () => {
    const { type, palette, server } = await openPalette()
    await type('ж')
    await palette.findByText(/No results/)
    expect(server.sentTo(leadRoutes.list)).toHaveLength(0)
  })

  it('goes to a campaign’s leads', async () => {
    const { type, press, at } = await openPalette()
    await type('kitch')
    await press(/Kitchens/)
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`))
  })

  it('switches the business', async () => {
    const { type, press } = await openPalette({
      session: twoBusinesses(),
      replies: [reply(userRoutes.update, { success: true, updatedUser: aSession().user })],
    })
    await type('pool')
    await press(/Garden/)
    await waitFor(() => expect(currentBusinessId()).toBe(GARDEN))
  })

  it('runs an action once it is closed', async () => {
    const { press } = await openPalette()
    await press('Dark mode')
    await waitFor(() => expect(storage.darkMode.get()).toBe(true))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('signs out', async () => {
    const { press, at } = await openPalette({ replies: [reply(authRoutes.logout, { success: true })] })
    await press('Logout')
    await waitFor(() => expect(at()).toBe('/auth/login'))
  })

  it('opens the form of a new lead from any screen', async () => {
    const { press } = await openPalette()
    await press('New lead')
    await screen.findByRole('dialog', { name: 'New lead' })
  })

  it('does not offer a new lead to those who may only read', async () => {
    const { labels } = await openPalette({
      session: aSession({ role: 'Reader' }),
      replies: [reply(campaignRoutes.names, { success: true, campaigns: [{ ...campaign, role: 'Reader' }] })],
    })
    expect(labels('Actions')).not.toContain('New lead')
    expect(labels('Go to')).not.toContain('API Keys')
  })
})

describe('keys of the frame', () => {
  const press = (code: string, more: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { code, ...more })
  const open = async () => {
    const app = await openApp(start)
    await screen.findByRole('button', { name: /Search leads/ })
    return app
  }

  it('g l and g d go to leads and dashboard', async () => {
    const { at } = await open()
    press('KeyG', { key: 'ע' })
    press('KeyL', { key: 'ך' })
    await waitFor(() => expect(at()).toBe(`/b/${BUSINESS_ID}/leads/all`))
    press('KeyG')
    press('KeyD')
    await waitFor(() => expect(at()).toBe('/dashboard'))
  })

  it('/ opens the palette where the screen has no search of its own', async () => {
    await open()
    press('Slash')
    await screen.findByRole('dialog', { name: 'Search and actions' })
  })

  it('? lists the keys that work here', async () => {
    await open()
    press('Slash', { shiftKey: true, key: '?' })
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    await list.findByText('Go to leads')
    const [terms, caps] = [list.getAllByRole('term'), list.getAllByRole('definition')]
    expect(terms.map((term, i) => [term.textContent, caps[i]?.textContent])).toEqual([
      ['Search and actions', 'CtrlK'],
      ['Search', '/'],
      ['Go to Today', 'GT'],
      ['Go to leads', 'GL'],
      ['Go to calls', 'GC'],
      ['Go to meetings', 'GM'],
      ['Go to the overview', 'GD'],
      ['This list', '?'],
      ['Close the top window', 'Esc'],
    ])
  })
})

describe('the list of keys', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const code = Object.entries(sources).filter(([path]) => !/\.test\.|\/testing\/|key-list/.test(path))

  it('has every key that any screen listens to, and no other', () => {
    const listening = code.filter(
      ([path, text]) =>
        path.endsWith('/keys.ts') ||
        /useHotkeys\(|(?:window\.addEventListener|useWindowEvent)\('keydown'|\bkeys: 'Key/.test(text),
    )
    const keys = listening
      .filter(([path]) => !path.endsWith('/hotkeys.ts'))
      .flatMap(([, text]) => text.match(/\b(?:Mod\+|Shift\+)?(?:Key[A-Z]|Slash|Space)(?: Key[A-Z])?\b/g) ?? [])
      // The browser's own reload shortcut, registered during a call.
      .filter((key) => key !== 'KeyR')
    expect(Object.keys(meanings).sort()).toEqual([...new Set(keys)].sort())
  })

  it('names those of calls where one has a phone', async () => {
    const { queryClient } = await openApp(start)
    await screen.findByRole('button', { name: /Search leads/ })
    const softphone = {
      kind: 'local' as const,
      token: 't',
      identity: 'u',
      url: null,
      expiresAt: '2030-01-01T00:00:00Z',
    }
    queryClient.setQueryData(['softphone', BUSINESS_ID], { success: true, softphones: [softphone] })
    fireEvent.keyDown(document.body, { code: 'Slash', shiftKey: true, key: '?' })
    const list = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    const row = (await list.findByText('Answer a call')).parentElement
    expect(row?.textContent).toBe('Answer a callShiftA')
    list.getByText('Hang up or decline')
    list.getByText('Mute or unmute')
    list.getByText('Hold or resume a call')
  })
})

it('offers what a screen can do for as long as it is there', async () => {
  const run = vi.fn()
  const { renderHook } = await import('@testing-library/react')
  const { IconPlus } = await import('@tabler/icons-react')
  const { screenActions } = await import('../../lib/palette.ts')
  const { unmount } = renderHook(() => usePaletteActions([{ id: 'call', label: 'Call', Icon: IconPlus, run }]))
  expect(screenActions().map(({ label }) => label)).toEqual(['Call'])
  unmount()
  expect(screenActions()).toEqual([])
})
