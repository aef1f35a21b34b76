import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type CampaignWithCalls, campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { paths } from '../../lib/paths.ts'
import { storage } from '../../lib/storage.ts'
import { aCampaign, aSession, aStoredLink, BUSINESS_ID, CAMPAIGN_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { CampaignsPage } from './campaigns-page.tsx'

const OTHER_ID = '018f0000-0000-7000-8000-000000000004'
const paging = (total: number) => ({ page: 1, limit: 10, total, totalIsExact: true, pages: Math.ceil(total / 10) })
const list = (...campaigns: CampaignWithCalls[]) =>
  reply(campaignRoutes.list, { success: true, campaigns, pagination: paging(campaigns.length) })
const names = reply(campaignRoutes.names, {
  success: true,
  campaigns: [
    { _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role: 'Owner', isEnabled: true },
    { _id: OTHER_ID, name: 'Facebook Leads Q4', image: null, role: 'Owner', isEnabled: true },
  ],
})

describe('the list', () => {
  const open = (replies: ReturnType<typeof reply>[], role: Role = 'Owner') =>
    renderPage(<CampaignsPage />, {
      path: paths.campaigns(BUSINESS_ID),
      replies: [names, ...replies],
      session: aSession({ role }),
    })
  const row = async () => within(await screen.findByRole('row', { name: /מטבחים/ }))

  test('shows a campaign’s details and results', async () => {
    await open([list(aCampaign())])
    const shown = await row()
    shown.getByText('Active')
    shown.getByText('1 Oct 2025 – 31 Jan 2026')
    shown.getByText('₪126,800')
    shown.getByText('Q4')
    const leads = shown.getByRole('link', { name: 'מטבחים – Google: 1,284 leads' })
    expect(leads.getAttribute('href')).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID))
    expect(shown.getByRole('link', { name: 'מטבחים – Google' }).getAttribute('href')).toBe(
      paths.campaign(BUSINESS_ID, CAMPAIGN_ID),
    )
  })

  test('shows calls, their answered share and the numbers, each figure with its list', async () => {
    const numbers = [
      { _id: OTHER_ID, phone: '+97231234567' },
      { _id: CAMPAIGN_ID, phone: '+97237654321' },
    ]
    const page = await open([list(aCampaign({ numbers }))])
    const shown = await row()
    const hrefOf = (name: string) => shown.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('מטבחים – Google: 374 calls')).toBe(paths.calls(BUSINESS_ID, CAMPAIGN_ID))
    expect(hrefOf('מטבחים – Google: 82% answered')).toBe(`${paths.calls(BUSINESS_ID, CAMPAIGN_ID)}?status=Answered`)
    shown.getByText('03-123-4567')
    shown.getByText('+1')
    page.unmount()
    await open([list(aCampaign({ calls: null }))])
    expect((await row()).queryByRole('link', { name: /calls|answered/ })).toBeNull()
  })

  test('has no column that would be empty in each row', async () => {
    const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const page = await open([list(aCampaign())])
    await row()
    expect(heads().slice(0, 7)).toEqual(['Campaign', 'State', 'On', 'Leads', 'Calls', 'Answer rate', 'Total sales'])
    page.unmount()
    await open([list(aCampaign({ role: 'Writer', calls: null }))], 'Writer')
    const cells = (await row()).getAllByRole('cell')
    expect(heads().slice(0, 4)).toEqual(['Campaign', 'State', 'Leads', 'Total sales'])
    // The name is the head of its row, and the actions have no head.
    expect(cells).toHaveLength(heads().length)
  })

  test('keeps its page size apart from other tables', async () => {
    storage.pageSize('campaign').set(25)
    const { server } = await open([list(aCampaign())])
    await row()
    expect(server.sentTo(campaignRoutes.list).at(-1)?.query).toMatchObject({ limit: '25' })
  })

  test.each([
    ['New', 'New'],
    ['Waiting', 'Waiting'],
    ['Paused', 'Paused'],
  ] as const)('a campaign that is %s says so', async (state, word) => {
    await open([list(aCampaign({ state }))])
    ;(await row()).getByText(word)
  })

  test('is switched off at once, and on again where the server refuses', async () => {
    const page = await open([
      list(aCampaign()),
      refusal(campaignRoutes.change, 403, 'forbidden', { message: 'Not you' }),
    ])
    const enabled = (await row()).getByRole('switch') as HTMLInputElement
    await page.user.click(enabled)
    await screen.findByText('Not you')
    await waitFor(() => expect(enabled.checked).toBe(true))
    expect(page.server.sentTo(campaignRoutes.change)[0]?.body).toEqual({ isEnabled: false })
  })

  test('a Reader can see campaigns and not change them', async () => {
    await open([list(aCampaign({ role: 'Reader' }))], 'Reader')
    expect((await row()).queryByRole('switch')).toBeNull()
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull()
  })

  test('a search runs after a pause in typing and reports an empty result', async () => {
    const page = await open([
      reply(campaignRoutes.list, ({ query }) => {
        const campaigns = query.search ? [] : [aCampaign()]
        return { success: true as const, campaigns, pagination: paging(campaigns.length) }
      }),
    ])
    await row()
    await page.user.type(screen.getByRole('searchbox', { name: 'Search campaigns' }), 'zebra')
    await screen.findByText('No data found')
    const searches = page.server.sentTo(campaignRoutes.list).map(({ query }) => query.search)
    expect(searches).toEqual([undefined, 'zebra'])
    expect(page.router.state.location.search).toEqual({ search: 'zebra' })
    await page.user.click(screen.getByText('Clear search'))
    await row()
  })

  test('every member sees its links: short URL, clicks and QR code', async () => {
    const page = await open([list(aCampaign({ role: 'Reader', links: [aStoredLink] }))], 'Reader')
    await page.user.click((await row()).getByRole('button', { name: 'Actions for מטבחים – Google' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Links and QR codes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Links of מטבחים – Google' }))
    dialog.getByText('leads.example.test/l/abcdefgh')
    dialog.getByText('1,204 clicks')
    await page.user.click(dialog.getByRole('button', { name: 'QR code of Site' }))
    await screen.findByRole('img', { name: 'QR code for https://leads.example.test/l/abcdefgh' })
  })

  test('without campaigns, explains itself', async () => {
    await open([list()])
    await screen.findByText('No campaigns yet')
    expect(screen.getByRole('link', { name: 'New campaign' }).getAttribute('href')).toBe(
      paths.createCampaign(BUSINESS_ID),
    )
  })

  test('a failure can be retried; a refusal says who can grant access', async () => {
    const page = await open([refusal(campaignRoutes.list, 500, 'internal')])
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.use(refusal(campaignRoutes.list, 403, 'forbidden'))
    await page.user.click(again)
    await screen.findByText('You do not have permission for this page')
  })

  test('is deleted after its name is typed, its leads moved', async () => {
    const page = await open([list(aCampaign()), reply(campaignRoutes.remove, { success: true })])
    await page.user.click((await row()).getByRole('button', { name: 'Actions for מטבחים – Google' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('What should happen to its 1,284 leads?')
    const remove = dialog.getByRole('button', { name: 'Delete campaign' }) as HTMLButtonElement
    expect(remove.disabled).toBe(true)
    await page.user.click(dialog.getByLabelText('Move to another campaign'))
    await page.user.click(dialog.getByRole('combobox', { name: 'Move the leads to' }))
    await page.user.click(await screen.findByRole('option', { name: 'Facebook Leads Q4' }))
    await page.user.type(dialog.getByLabelText('To confirm, type: מטבחים – Google'), 'מטבחים – Google')
    await page.user.click(remove)
    await screen.findByText('The campaign was deleted')
    expect(page.server.sentTo(campaignRoutes.remove)[0]).toMatchObject({
      params: { id: CAMPAIGN_ID },
      body: { leads: 'move', to: OTHER_ID },
    })
  })
})
