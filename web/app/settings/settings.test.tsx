import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { apiKeyRoutes } from '#contract/auth/api-keys.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { storage } from '../../lib/storage.ts'
import { aBusiness, aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { reply } from '../../testing/replies.ts'

const hub = `/b/${BUSINESS_ID}/settings`
const info = `${hub}/profile`
const keys = `${hub}/api-keys`
const start = '/privacy-policy'
const noPages = { page: 1, limit: 100, total: 0, totalIsExact: true, pages: 0 }
const campaign = { _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role: 'Lead' as const, isEnabled: true }
const replies = [
  reply(businessRoutes.get, { success: true, business: aBusiness(), statuses: [] }),
  reply(teamRoutes.list, { success: true, users: [], pagination: noPages }),
  reply(apiKeyRoutes.list, { success: true, apiKeys: [] }),
]
const groups = [{ _id: CAMPAIGN_ID, reasons: ['phone' as const], leadIds: [], size: 2, hidden: 0 }]
const flow = { version: 1, publishedAt: null, publishedBy: null, hasDraft: true, numbers: [] }
const states = [
  reply(workingHoursRoutes.get, { success: true, hours: newHours('haifa'), version: 1 }),
  reply(duplicateRoutes.groups, { success: true, groups, pagination: { ...noPages, total: 11, pages: 11 } }),
  reply(callFlowRoutes.list, { success: true, flows: [{ _id: CAMPAIGN_ID, name: 'Sales', ...flow }] }),
]
const menu = async () => within(await screen.findByRole('navigation', { name: 'Business settings' }))
type Part = { getAllByRole: (role: string) => HTMLElement[] }
const namesIn = (part: Part) => part.getAllByRole('link').map(({ textContent }) => textContent)
const entry = () => screen.findByRole('link', { name: 'Business settings' })

describe('the settings beside the page', () => {
  it('list what an Owner may open by groups, the open page marked', async () => {
    const { user, at } = await openApp(info, { replies })
    await screen.findByLabelText(/Business name/)
    const groups = (await menu()).getAllByRole('list')
    expect(groups.map((list) => [list.getAttribute('aria-label'), ...namesIn(within(list))])).toEqual([
      ['Business', 'Business Info', 'Hours & holidays'],
      ['Leads', 'Lead statuses', 'Lead fields', 'Duplicate enquiries', 'Forms', 'Booking pages'],
      ['Telephony', 'Virtual numbers', 'Call flows', 'Blacklist'],
      ['Messages', 'Message templates', 'Message channels', 'Notifications', 'Quiet hours for leads'],
      ['Automation and connections', 'Automations', 'Integrations', 'API Keys', 'Webhooks'],
      ['Control', 'Privacy', 'Audit log', 'Background actions'],
    ])
    expect((await menu()).getByRole('link', { name: 'Business Info' }).getAttribute('aria-current')).toBe('page')
    await user.click((await menu()).getByRole('link', { name: 'API Keys' }))
    await waitFor(() => expect(at()).toBe(keys))
    expect((await menu()).getByRole('link', { name: 'API Keys' }).getAttribute('aria-current')).toBe('page')
    expect((await entry()).getAttribute('aria-current')).toBe('page')
  })

  it('have billing only where the installation charges businesses', async () => {
    document.documentElement.dataset.billing = ''
    try {
      await openApp(info, { replies })
      await (await menu()).findByRole('link', { name: 'Billing' })
    } finally {
      delete document.documentElement.dataset.billing
    }
  })

  it('find a page by the words of either language', async () => {
    const { user } = await openApp(info, { replies })
    const search = await (await menu()).findByRole('searchbox', { name: 'Search settings' })
    const found = async (typed: string) => {
      await user.clear(search)
      await user.type(search, typed)
      return namesIn(await menu())
    }
    await waitFor(async () => expect(await found('spam')).toEqual(['Blacklist']))
    expect(await found('סטטוסים')).toEqual(['Lead statuses'])
    expect(await found('STAGES')).toEqual(['Lead statuses'])
    expect(await found('team')).toEqual(['Users'])
    await user.type(search, ' nothing')
    await (await menu()).findByText('No settings found')
  })

  it('open the first match with Enter', async () => {
    const { user, at } = await openApp(info, { replies })
    await user.type(await (await menu()).findByRole('searchbox'), 'api{Enter}')
    await waitFor(() => expect(at()).toBe(keys))
  })

  it('are one field where there is no room for a column', async () => {
    const { user, at } = await openApp(info, { replies, medium: true })
    const field = await (await menu()).findByRole('combobox', { name: 'Settings page' })
    expect(field).toHaveProperty('value', 'Business Info')
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: 'API Keys' }))
    await waitFor(() => expect(at()).toBe(keys))
  })

  it('stand beside no other page', async () => {
    await openApp(start)
    await screen.findByRole('heading', { level: 1 })
    expect(screen.queryByRole('navigation', { name: 'Business settings' })).toBeNull()
  })

  it('keep the address of background work, which the lists link to', async () => {
    const none = reply(operationRoutes.list, { success: true, operations: [], pagination: noPages })
    await openApp(`/b/${BUSINESS_ID}/operations`, { replies: [...replies, none] })
    const link = (await menu()).getByRole('link', { name: 'Background actions' })
    expect(link.getAttribute('aria-current')).toBe('page')
  })
})

describe('the entry of the side menu', () => {
  it('leads to the first page, then to the last visited one of the business on this device', async () => {
    const { user, at, router } = await openApp(start, { replies })
    await user.click(await entry())
    await waitFor(() => expect(at()).toBe(info))
    await router.navigate({ href: keys })
    await screen.findByText('No API keys yet')
    await router.navigate({ href: start })
    await user.click(await entry())
    await waitFor(() => expect(at()).toBe(keys))
    expect(storage.settingsPage('another business').get()).toBeNull()
  })

  it('leads to the first page that one may open where the last visited one is closed', async () => {
    storage.settingsPage(BUSINESS_ID).set('apiKeys')
    await openApp(start, {
      session: aSession({ role: 'Lead' }),
      replies: [reply(campaignRoutes.names, { success: true, campaigns: [campaign] })],
    })
    expect((await entry()).getAttribute('href')).toBe(`${hub}/working-hours`)
  })

  it('leads those who may change nothing to the hours, which all members see', async () => {
    const reader = { ...campaign, role: 'Reader' as const }
    await openApp(start, {
      session: aSession({ role: 'Reader' }),
      replies: [reply(campaignRoutes.names, { success: true, campaigns: [reader] })],
    })
    expect((await entry()).getAttribute('href')).toBe(`${hub}/working-hours`)
  })
})

describe('the settings on a narrow screen', () => {
  it('say in the rows what there is to do, and until when the business is open', async () => {
    // A Tuesday, 12:00 in Israel; a new business is open until 18:00.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') })
    await openApp(hub, { replies: [...replies, ...states], narrow: true })
    const state = async (name: RegExp) => (await menu()).findByRole('link', { name })
    await state(/^Hours & holidays ?Open until 18:00$/)
    await state(/^Duplicate enquiries ?11 to check$/)
    await state(/^Call flows ?Draft$/)
    await state(/^Blacklist$/)
    vi.useRealTimers()
  })

  it('ask for the states of no page that the person may not open', async () => {
    const { server } = await openApp(hub, {
      replies: [
        ...replies,
        ...states,
        reply(campaignRoutes.names, { success: true, campaigns: [{ ...campaign, role: 'Reader' as const }] }),
      ],
      session: aSession({ role: 'Reader' }),
      narrow: true,
    })
    await (await menu()).findByRole('link', { name: /^Hours & holidays ?(Open|Closed) / })
    expect(server.sentTo(duplicateRoutes.groups)).toEqual([])
    expect(server.sentTo(callFlowRoutes.list)).toEqual([])
  })

  const rows = async () => namesIn(await menu())

  it('are a page of their own, whose pages lead back to it', async () => {
    const { user, at } = await openApp(hub, { replies, narrow: true })
    expect(await rows()).toHaveLength(21)
    await user.click((await menu()).getByRole('link', { name: 'API Keys' }))
    await waitFor(() => expect(at()).toBe(keys))
    expect(screen.queryByRole('navigation', { name: 'Business settings' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(at()).toBe(hub))
  })

  it('have Back on a page that was opened by its address, too', async () => {
    const { user, at } = await openApp(keys, { replies, narrow: true })
    await user.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(at()).toBe(hub))
  })

  it('are searched by the words of either language', async () => {
    const { user } = await openApp(hub, { replies, narrow: true, language: 'en' })
    await user.type(await (await menu()).findByRole('searchbox'), 'חסומים')
    await waitFor(async () => expect(await rows()).toEqual(['Blacklist']))
  })
})

it('the entry Notifications Settings leads to the lead statuses, as linked', async () => {
  const { user } = await openApp(start, { replies })
  await user.click(await screen.findByRole('button', { name: /Business: / }))
  const link = await screen.findByRole('link', { name: 'Notifications Settings' })
  expect(link.getAttribute('href')).toBe(`${hub}/leads-statuses`)
})

it('the business selector leads to the settings, too', async () => {
  const { user, at } = await openApp(start, { replies })
  await user.click(await screen.findByRole('button', { name: /Business: / }))
  await user.click(await screen.findByRole('link', { name: 'Business Info' }))
  await waitFor(() => expect(at()).toBe(info))
})
