import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { type Campaign, campaignRoutes } from '#contract/campaigns.ts'
import type { Role } from '#contract/roles.ts'
import { changeLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../testing/fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { CampaignFormPage } from './campaign-form-page.tsx'
import { CampaignsPage } from './campaigns-page.tsx'

const OTHER_ID = '018f0000-0000-7000-8000-000000000004'
const aCampaign = (changes: Partial<Campaign> = {}): Campaign => ({
  _id: CAMPAIGN_ID,
  name: 'מטבחים – Google',
  image: null,
  businessId: [BUSINESS_ID],
  business_id: BUSINESS_ID,
  email: null,
  links: [],
  tags: ['Q4'],
  startDate: '2025-10-01',
  endDate: '2026-01-31',
  notes: '',
  isEnabled: true,
  state: null,
  emailNotifications: [],
  smsNotifications: [],
  virtualNumber: null,
  facebookCampaignId: null,
  role: 'Owner',
  userCount: 3,
  leadsCount: 1284,
  totalSales: 12_680_000,
  createdAt: '2025-09-14T09:12:00.000Z',
  ...changes,
})
const paging = (total: number) => ({ page: 1, limit: 10, total, totalIsExact: true, pages: Math.ceil(total / 10) })
const list = (...campaigns: Campaign[]) =>
  reply(campaignRoutes.list, { success: true, campaigns, pagination: paging(campaigns.length) })
const names = reply(campaignRoutes.names, {
  success: true,
  campaigns: [
    { _id: CAMPAIGN_ID, name: 'מטבחים – Google', image: null, role: 'Owner', isEnabled: true },
    { _id: OTHER_ID, name: 'Facebook Leads Q4', image: null, role: 'Owner', isEnabled: true },
  ],
})
const people = reply(campaignRoutes.people, {
  success: true,
  people: [{ _id: USER_ID, name: 'Omar Haddad', image: null }],
})
const change = (changes: Partial<Campaign>) =>
  reply(campaignRoutes.change, { success: true, campaign: aCampaign(changes) })

describe('the list', () => {
  const open = (replies: ReturnType<typeof reply>[], role: Role = 'Owner') =>
    renderPage(<CampaignsPage />, {
      path: paths.campaigns(BUSINESS_ID),
      replies: [names, ...replies],
      session: aSession({ role }),
    })
  const row = async () => within(await screen.findByRole('row', { name: /מטבחים/ }))

  test('shows what a campaign is and brought', async () => {
    await open([list(aCampaign())])
    const shown = await row()
    shown.getByText('Active')
    shown.getByText('1 Oct 2025 – 31 Jan 2026')
    shown.getByText('₪126,800')
    shown.getByText('Q4')
    const leads = shown.getByRole('link', { name: 'מטבחים – Google: 1,284 leads' })
    expect(leads.getAttribute('href')).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID))
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

  test('a reader may look and not touch', async () => {
    await open([list(aCampaign({ role: 'Reader' }))], 'Reader')
    const enabled = (await row()).getByRole('switch') as HTMLInputElement
    expect(enabled.disabled).toBe(true)
    expect(screen.queryByRole('link', { name: 'New campaign' })).toBeNull()
  })

  test('a search runs once typing pauses and says when nothing was found', async () => {
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

  test('without any, explains itself', async () => {
    await open([list()])
    await screen.findByText('No campaigns yet')
    expect(screen.getByRole('link', { name: 'New campaign' }).getAttribute('href')).toBe(
      paths.createCampaign(BUSINESS_ID),
    )
  })

  test('a failure may be tried again; a refusal says who can give access', async () => {
    const page = await open([refusal(campaignRoutes.list, 500, 'internal')])
    const again = await screen.findByRole('button', { name: 'Try again' })
    page.server.use(refusal(campaignRoutes.list, 403, 'forbidden'))
    await page.user.click(again)
    await screen.findByText('No permission for this screen')
  })

  test('is deleted once its name is typed, its leads moved', async () => {
    const page = await open([list(aCampaign()), reply(campaignRoutes.remove, { success: true })])
    await page.user.click((await row()).getByRole('button', { name: 'Actions for מטבחים – Google' }))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Delete campaign' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('What happens to its 1,284 leads?')
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

describe('the form', () => {
  const create = (replies: ReturnType<typeof reply>[] = [], role: Role = 'Owner') =>
    renderPage(<CampaignFormPage />, {
      path: paths.createCampaign(BUSINESS_ID),
      replies: [names, people, ...replies],
      session: aSession({ role }),
    })
  const nameField = () => screen.findByLabelText(/Campaign name/)

  test('after saving one sees its leads', async () => {
    const page = await create([reply(campaignRoutes.create, { success: true, campaign: aCampaign() })])
    await page.user.type(await nameField(), 'Kitchens')
    await page.user.type(screen.getByLabelText('Tags', { selector: 'input' }), 'Q4{Enter}')
    await page.user.type(screen.getByLabelText('Email recipients', { selector: 'input' }), 'Office@Alon.test,')
    await page.user.click(screen.getByRole('combobox', { name: 'Add a person' }))
    await page.user.click(await screen.findByRole('option', { name: 'Omar Haddad' }))
    await page.user.click(screen.getByRole('button', { name: 'Create campaign' }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID)))
    expect(page.server.sentTo(campaignRoutes.create)[0]?.body).toEqual({
      name: 'Kitchens',
      tags: ['Q4'],
      emailNotifications: ['Office@Alon.test'],
      members: [{ userId: USER_ID, role: 'Writer' }],
    })
  })

  test('names the recipient that is wrong', async () => {
    const page = await create()
    await page.user.type(await nameField(), 'Kitchens')
    await page.user.type(
      screen.getByLabelText('Email recipients', { selector: 'input' }),
      'office@alon.test{Enter}alon{Enter}',
    )
    await page.user.type(screen.getByLabelText('SMS recipients', { selector: 'input' }), '12{Enter}')
    await page.user.click(screen.getByRole('button', { name: 'Create campaign' }))
    await screen.findByText('Invalid email address: alon')
    screen.getByText('Invalid phone number: 12')
    expect(page.server.sentTo(campaignRoutes.create)).toEqual([])
  })

  test('keeps what was typed when the language changes', async () => {
    const page = await create()
    await page.user.type(await nameField(), 'Kitchens')
    await page.user.type(screen.getByLabelText('Tags', { selector: 'input' }), 'Q4{Enter}')
    await changeLanguage('he')
    expect(((await screen.findByLabelText(/שם הקמפיין/)) as HTMLInputElement).value).toBe('Kitchens')
    screen.getByText('Q4')
  })

  test('a writer sees that it is not theirs', async () => {
    await create([], 'Writer')
    await screen.findByText('No permission for this screen')
    expect(screen.queryByLabelText(/Campaign name/)).toBeNull()
  })

  test('an edit sends what was changed, and shows what the server refused beside its field', async () => {
    const issues = [{ path: 'emailNotifications.0', message: 'Unknown domain' }]
    const campaign = { ...aCampaign({ emailNotifications: ['a@b.test'] }), members: [] }
    const page = await renderPage(<CampaignFormPage />, {
      path: paths.editCampaign(BUSINESS_ID, CAMPAIGN_ID),
      route: '/b/$businessId/c/$campaignId/edit',
      replies: [
        people,
        reply(campaignRoutes.get, { success: true, campaign }),
        refusal(campaignRoutes.change, 422, 'invalid_input', { issues }),
      ],
    })
    await page.user.type(await nameField(), ' 2')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Unknown domain: a@b.test')
    expect(page.server.sentTo(campaignRoutes.change)[0]?.body).toEqual({ name: 'מטבחים – Google 2' })
    page.server.use(change({ name: 'מטבחים – Google 2' }))
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('The campaign was saved')
  })

  test('an edit does not send back what another person changed meanwhile', async () => {
    const campaign = (changes: Partial<Campaign>) => ({
      success: true as const,
      campaign: { ...aCampaign(changes), members: [] },
    })
    const page = await renderPage(<CampaignFormPage />, {
      path: paths.editCampaign(BUSINESS_ID, CAMPAIGN_ID),
      route: '/b/$businessId/c/$campaignId/edit',
      replies: [people, names, reply(campaignRoutes.get, campaign({})), change({})],
    })
    await page.user.type(await screen.findByLabelText(/Notes/), 'mine')
    page.server.use(reply(campaignRoutes.get, campaign({ name: 'Renamed', tags: ['theirs'] })))
    await page.queryClient.invalidateQueries({ queryKey: ['campaigns', BUSINESS_ID] })
    await screen.findByText('Renamed')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(page.server.sentTo(campaignRoutes.change)).toHaveLength(1))
    expect(page.server.sentTo(campaignRoutes.change)[0]?.body).toEqual({ notes: 'mine' })
  })
})
