import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type AuditRow, auditRoutes } from '#contract/audit.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { formRoutes } from '#contract/forms.ts'
import { recipientRoutes } from '#contract/notifications/recipients.ts'
import type { Role } from '#contract/roles.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { paths } from '../../lib/paths.ts'
import { aCampaign, aSession, aStoredLink, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { aListedForm } from '../../testing/form-fakes.ts'
import { aLead, anEvent, idOf } from '../../testing/lead-fakes.ts'
import { happens } from '../../testing/live.ts'
import { aNumber } from '../../testing/number-fakes.ts'
import { openApp } from '../../testing/open-app.tsx'
import { refusal, reply } from '../../testing/replies.ts'

const omar = { _id: USER_ID, name: 'Omar Haddad', image: null }
const campaign = (changes: Parameters<typeof aCampaign>[0] = {}) =>
  reply(campaignRoutes.get, {
    success: true,
    campaign: {
      ...aCampaign({ name: 'Kitchens', links: [aStoredLink], emailNotifications: ['office@alon.test'], ...changes }),
      members: [{ userId: USER_ID, role: 'Writer', user: omar }],
    },
  })
const names = (role: Role) =>
  reply(campaignRoutes.names, {
    success: true,
    campaigns: [{ _id: CAMPAIGN_ID, name: 'Kitchens', image: null, role, isEnabled: true }],
  })
const row: AuditRow = {
  _id: idOf(900),
  position: `900-${idOf(900)}`,
  at: '2026-07-01T10:05:00.000Z',
  event: 'campaign.changed',
  kind: 'campaigns',
  by: { kind: 'person', _id: idOf(701), name: 'Ruth Bar', image: null },
  action: 'Campaign changed',
  subject: { kind: 'campaign', _id: CAMPAIGN_ID, campaignId: CAMPAIGN_ID, name: 'Kitchens', isThere: true },
  details: [],
  from: null,
}
const hours = newHours('haifa')
const replies = [
  reply(workingHoursRoutes.getOfCampaign, { success: true, hours, version: 1, isOwn: true }),
  reply(formRoutes.list, { success: true, forms: [aListedForm({ name: 'Landing' })] }),
  reply(numberRoutes.list, { success: true, numbers: [aNumber({ campaignId: CAMPAIGN_ID })] }),
  reply(recipientRoutes.list, {
    success: true,
    recipients: [
      {
        channel: 'mail',
        address: 'office@alon.test',
        state: 'confirmed',
        askedAt: null,
        canAsk: false,
        delivery: null,
      },
    ],
  }),
  reply(auditRoutes.list, { success: true, rows: [row], hasNewer: false, hasOlder: true }),
]
const at = (tab?: string) =>
  tab ? paths.campaignTab(BUSINESS_ID, CAMPAIGN_ID, tab) : paths.campaign(BUSINESS_ID, CAMPAIGN_ID)
const open = (tab?: string, { role = 'Owner' as Role, changes = {}, narrow = false } = {}) =>
  openApp(at(tab), {
    replies: [names(role), campaign({ role, ...changes }), ...replies],
    session: aSession({ role }),
    narrow,
  })
const tabBar = async () => within(await screen.findByRole('navigation', { name: 'Campaign' }))
const tabNames = async () => (await tabBar()).getAllByRole('link').map(({ textContent }) => textContent)
const hrefOf = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('the overview says whether the campaign is open, and leads to its hours', async () => {
  await open()
  const hours = within(await screen.findByRole('region', { name: 'Working hours of the campaign' }))
  expect((await hours.findByRole('status', { name: 'Open or closed now' })).textContent).toMatch(/^(Open|Closed)/)
  expect(hours.getByText('Hours of its own')).toBeDefined()
  expect(hrefOf('Change the hours')).toBe(`/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/working-hours`)
})

test('the overview has the figures of the campaign, each with its list', async () => {
  await open()
  expect(await tabNames()).toEqual(['Overview', 'Sources', 'Numbers', 'People', 'Notifications', 'History'])
  expect(hrefOf('Leads 1,284')).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID))
  expect(hrefOf('Calls 374')).toBe(paths.calls(BUSINESS_ID, CAMPAIGN_ID))
  expect(hrefOf('Answer rate 82%')).toBe(`${paths.calls(BUSINESS_ID, CAMPAIGN_ID)}?status=Answered`)
  expect(hrefOf('Total sales ₪126,800')).toBe(`${paths.leads(BUSINESS_ID, CAMPAIGN_ID)}?statusType=Won`)
  expect(hrefOf('Edit')).toBe(paths.editCampaign(BUSINESS_ID, CAMPAIGN_ID))
  screen.getByRole('switch', { name: 'Kitchens is on' })
})

test('each tab has its address and shows what its feature has', async () => {
  const page = await open()
  const go = async (name: string, tab: string) => {
    await page.user.click((await tabBar()).getByRole('link', { name }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(at(tab)))
  }
  await go('Sources', 'sources')
  await screen.findByText('leads.example.test/l/abcdefgh')
  await screen.findByText('No submissions yet')
  expect(hrefOf('New form')).toBe(paths.newForm(BUSINESS_ID, CAMPAIGN_ID))
  await go('Numbers', 'numbers')
  expect((await screen.findAllByRole('link', { name: /^0\d/ })).length).toBe(1)
  expect(page.server.sentTo(numberRoutes.list)[0]?.query).toEqual({ campaignId: CAMPAIGN_ID })
  await go('People', 'people')
  expect((await screen.findByText('Omar Haddad')).closest('li')?.textContent).toContain('Writer')
  await go('Notifications', 'notifications')
  expect((await screen.findByText('office@alon.test')).closest('li')?.textContent).toContain('Confirmed')
  await screen.findByRole('heading', { name: 'Which notifications are sent' })
  const parts = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(parts).toEqual(['Recipients and their consent', 'Which notifications are sent'])
  await go('History', 'history')
  await screen.findByText('Campaign changed')
  expect(page.server.sentTo(auditRoutes.list)[0]?.query).toMatchObject({ about: CAMPAIGN_ID, kind: 'campaigns' })
  await page.user.click(screen.getByRole('button', { name: 'Older' }))
  await waitFor(() =>
    expect(page.server.sentTo(auditRoutes.list).at(-1)?.query).toMatchObject({ before: row.position }),
  )
})

test('a Reader sees overview and sources without what they may not change, and no calls', async () => {
  const page = await open('history', { role: 'Reader', changes: { calls: null, totalSales: null } })
  expect(await tabNames()).toEqual(['Overview', 'Sources'])
  expect(screen.queryByRole('switch')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for Kitchens' })).toBeNull()
  expect(screen.queryByText(/^(Calls|Answer rate|Total sales)$/)).toBeNull()
  await page.user.click((await tabBar()).getByRole('link', { name: 'Sources' }))
  await screen.findByText('leads.example.test/l/abcdefgh')
  await screen.findByText('Landing')
  expect(screen.queryByRole('link', { name: 'New form' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for form|Embed/ })).toBeNull()
  expect(page.server.sentTo(auditRoutes.list)).toHaveLength(0)
})

test('an Admin edits and has no history, which is the Owner’s', async () => {
  await open(undefined, { role: 'Admin' })
  expect(await tabNames()).toEqual(['Overview', 'Sources', 'Numbers', 'People', 'Notifications'])
})

test('figures follow leads that arrive; a campaign that is gone says so', async () => {
  const page = await open()
  await screen.findByRole('link', { name: 'Leads 1,284' })
  page.server.use(campaign({ leadsCount: 1285 }))
  await happens(anEvent('lead.created', aLead(1)))
  await screen.findByRole('link', { name: 'Leads 1,285' })
  page.server.use(refusal(campaignRoutes.get, 404, 'campaign_not_found', { message: 'This campaign was not found' }))
  await happens({
    kind: 'change',
    event: { name: 'campaign.deleted', businessId: BUSINESS_ID, campaignId: CAMPAIGN_ID },
  })
  await screen.findByText('This campaign was not found')
  expect(screen.queryByRole('link', { name: 'Leads 1,285' })).toBeNull()
})

test('paused by its switch, and deleted from its menu, it leads back to the list', async () => {
  const page = await open(undefined, { changes: { leadsCount: 0 } })
  for (const one of [
    reply(campaignRoutes.change, { success: true, campaign: aCampaign({ name: 'Kitchens', isEnabled: false }) }),
    campaign({ isEnabled: false, leadsCount: 0 }),
  ])
    page.server.use(one)
  await page.user.click(await screen.findByRole('switch', { name: 'Kitchens is on' }))
  await waitFor(() => expect(screen.getByRole('switch', { name: 'Kitchens is on' })).toHaveProperty('checked', false))
  page.server.use(reply(campaignRoutes.remove, { success: true }))
  page.server.use(
    reply(campaignRoutes.list, {
      success: true,
      campaigns: [],
      pagination: { page: 1, limit: 10, total: 0, totalIsExact: true, pages: 0 },
    }),
  )
  await page.user.click(screen.getByRole('button', { name: 'Actions for Kitchens' }))
  await page.user.click(await screen.findByRole('menuitem', { name: 'Delete campaign' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete campaign' }))
  await page.user.type(dialog.getByRole('textbox'), 'Kitchens')
  await page.user.click(dialog.getByRole('button', { name: 'Delete campaign' }))
  await screen.findByText('No campaigns yet')
  expect(page.router.state.location.pathname).toBe(paths.campaigns(BUSINESS_ID))
})
