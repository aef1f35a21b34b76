import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type ListedRecipient, recipientRoutes } from '#contract/notifications/recipients.ts'
import type { Role } from '#contract/roles.ts'
import { changeLanguage } from '../../../lib/i18n/i18n.ts'
import { paths } from '../../../lib/paths.ts'
import { storage } from '../../../lib/storage.ts'
import { aCampaign, aSession, aStoredLink, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { refusal, reply } from '../../../testing/replies.ts'
import { InviteButton } from '../../../ui/layout/page-slots.ts'
import { CreateCampaignPage } from './create-campaign-page.tsx'
import { EditCampaignPage } from './edit-campaign-page.tsx'

const names = reply(campaignRoutes.names, { success: true, campaigns: [] })
const people = reply(campaignRoutes.people, {
  success: true,
  people: [{ _id: USER_ID, name: 'Omar Haddad', image: null }],
})
const created = reply(campaignRoutes.create, { success: true, campaign: aCampaign() })
const button = (name: string) => screen.getByRole('button', { name })
const nameField = () => screen.findByLabelText(/Campaign name/)
const chips = (name: string) => screen.getByLabelText(name, { selector: 'input' })

const next = ({ user }: { user: { click: (element: Element) => Promise<void> } }) => user.click(button('Next'))
const at = (page: { router: { state: { location: { search: object } } } }) =>
  (page.router.state.location.search as { step?: string }).step

describe('creating a campaign', () => {
  const open = (
    replies: ReturnType<typeof reply>[] = [],
    { role = 'Owner', step = '' }: { role?: Role; step?: string } = {},
  ) =>
    renderPage(<CreateCampaignPage />, {
      path: `${paths.createCampaign(BUSINESS_ID)}${step && `?step=${step}`}`,
      replies: [names, people, ...replies],
      session: aSession({ role }),
    })
  type Page = Awaited<ReturnType<typeof open>>
  const basics = async (page: Page) => {
    await page.user.type(await nameField(), 'Kitchens 2026')
    await next(page)
    await screen.findByRole('button', { name: 'Add a link' })
    expect(document.activeElement?.getAttribute('aria-current')).toBe('step')
  }
  const addLink = async (page: Page, preset: string, url: string) => {
    await page.user.click(button('Add a link'))
    await page.user.click(await screen.findByRole('menuitem', { name: preset }))
    await page.user.type(screen.getByLabelText(/Page/), url)
  }

  test('step by step, then opens its leads', async () => {
    const page = await open([created])
    await page.user.type(await nameField(), 'Kitchens')
    await page.user.type(chips('Tags'), 'Q4{Enter}')
    await next(page)
    await screen.findByRole('button', { name: 'Add a link' })
    expect(at(page)).toBe('sources')
    await addLink(page, 'Google Ads', 'alon.example/kitchens')
    await next(page)
    expect(((await screen.findByLabelText('Get a number now')) as HTMLInputElement).checked).toBe(true)
    await next(page)
    await page.user.type(await screen.findByLabelText('Email recipients', { selector: 'input' }), 'Office@Alon.test,')
    await page.user.click(screen.getByRole('combobox', { name: 'Add a person' }))
    await page.user.click(await screen.findByRole('option', { name: 'Omar Haddad' }))
    await next(page)
    await screen.findByText('https://alon.example/kitchens?utm_source=google&utm_medium=cpc&utm_campaign=kitchens')
    screen.getByText('Omar Haddad')
    screen.getByText('Office@Alon.test')
    await page.user.click(button('Create campaign'))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID)))
    expect(page.server.sentTo(campaignRoutes.create)[0]?.body).toEqual({
      name: 'Kitchens',
      tags: ['Q4'],
      links: [
        {
          label: 'Google Ads',
          url: 'alon.example/kitchens',
          utm: { source: 'google', medium: 'cpc', campaign: 'kitchens' },
        },
      ],
      emailNotifications: ['Office@Alon.test'],
      members: [{ userId: USER_ID, role: 'Writer' }],
    })
    expect(storage.newCampaign.get()).toBe(CAMPAIGN_ID)
  })

  test('the name alone is enough: it is created from the first step', async () => {
    const page = await open([created])
    await nameField()
    await page.user.click(button('Create now'))
    await screen.findByText('Please fill in all required fields')
    expect(document.activeElement).toBe(await nameField())
    expect(page.server.sentTo(campaignRoutes.create)).toHaveLength(0)
    await page.user.type(await nameField(), 'Kitchens')
    await page.user.click(button('Create now'))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID)))
    expect(page.server.sentTo(campaignRoutes.create)[0]?.body).toEqual({ name: 'Kitchens' })
  })

  test('a website form is made with it, and its embed code opens if no number is set up', async () => {
    const formId = '018f0000-0000-7000-8000-00000000000f'
    const page = await open([reply(campaignRoutes.create, { success: true, campaign: aCampaign(), formId })])
    await basics(page)
    await page.user.click(await screen.findByLabelText('Create a form with the campaign'))
    await next(page)
    await page.user.click(await screen.findByLabelText('Later'))
    await page.user.click(button('Create now'))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.forms(BUSINESS_ID, CAMPAIGN_ID)))
    expect(page.router.state.location.state).toMatchObject({ modals: ['embed'], embeds: formId })
    expect(page.server.sentTo(campaignRoutes.create)[0]?.body).toMatchObject({ form: { language: 'en' } })
  })

  test('without a person to add it says so, and an Owner invites one on the spot', async () => {
    const empty = reply(campaignRoutes.people, { success: true, people: [] })
    const Invite = () => <button type="button">Invite people</button>
    const ui = (
      <InviteButton value={Invite}>
        <CreateCampaignPage />
      </InviteButton>
    )
    const page = await renderPage(ui, { path: paths.createCampaign(BUSINESS_ID), replies: [names, empty] })
    await basics(page)
    await next(page)
    await screen.findByLabelText('Get a number now')
    await next(page)
    await screen.findByText(/There is no one in the business to add yet/)
    button('Invite people')
    expect(screen.queryByRole('combobox', { name: 'Add a person' })).toBeNull()
  })

  test('the review lists what is set, and leads to the parts that are not', async () => {
    const page = await open()
    await basics(page)
    await next(page)
    await next(page)
    await page.user.type(await screen.findByLabelText('Email recipients', { selector: 'input' }), 'office@alon.test,')
    await next(page)
    await screen.findByRole('button', { name: 'Create campaign' })
    expect(screen.queryByRole('button', { name: 'Create now' })).toBeNull()
    const facts = (await screen.findAllByRole('term')).map(({ textContent }) => textContent)
    expect(facts).toEqual(['Campaign name', 'Virtual number', 'Email recipients'])
    button('Edit: Basics')
    button('Edit: People')
    await page.user.click(button('Add: Sources'))
    await screen.findByRole('button', { name: 'Add a link' })
  })

  test('a virtual number can be postponed, and is not offered without the right to order one', async () => {
    const later = await open([created])
    await basics(later)
    await next(later)
    await later.user.click(await screen.findByLabelText('Later'))
    await next(later)
    await next(later)
    await later.user.click(await screen.findByRole('button', { name: 'Create campaign' }))
    await waitFor(() => expect(later.router.state.location.pathname).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID)))
    expect(storage.newCampaign.get()).toBeNull()
    later.unmount()
    await open([created], { role: 'Affiliate' })
    await nameField()
    expect(screen.queryByRole('button', { name: 'Phone' })).toBeNull()
  })

  test('Back goes one step back, as does the browser’s', async () => {
    const page = await open()
    await basics(page)
    expect(document.activeElement?.getAttribute('aria-current')).toBe('step')
    await page.user.click(button('Back'))
    expect(((await nameField()) as HTMLInputElement).value).toBe('Kitchens 2026')
    await next(page)
    await waitFor(() => expect(at(page)).toBe('sources'))
    page.router.history.back()
    await nameField()
  })

  test('an incomplete step cannot be left, and later steps do not open by URL', async () => {
    const page = await open([], { step: 'review' })
    await nameField()
    await next(page)
    await screen.findByText('Please fill in all required fields')
    expect(document.activeElement).toBe(await nameField())
    await page.user.type(await nameField(), 'AB')
    await next(page)
    await screen.findByText('Minimum 3 characters required')
    expect((button('Sources') as HTMLButtonElement).disabled).toBe(true)
  })

  test('a link without a page is reported, and the URL with its UTM updates while typing', async () => {
    const page = await open()
    await basics(page)
    await addLink(page, 'Other', 'javascript:alert(1)')
    await page.user.type(screen.getByLabelText(/Label/), 'Flyer')
    await next(page)
    await screen.findByText('This is not a web page address')
    await page.user.clear(screen.getByLabelText(/Page/))
    await page.user.click(screen.getByLabelText(/Page/))
    await page.user.paste('https://alon.example/?a=1&utm_medium=old#price')
    await page.user.type(chips('UTM medium'), 'qr')
    screen.getByText('https://alon.example/?a=1&utm_medium=qr&utm_campaign=kitchens_2026#price')
    await page.user.click(button('Done'))
    await screen.findByText('Gets a short link and a QR code once saved')
    await page.user.click(button('Remove the link Flyer'))
    await page.user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('Gets a short link and a QR code once saved')
  })

  test('reports an invalid recipient as soon as it is added', async () => {
    const page = await open([], {})
    await basics(page)
    await next(page)
    await next(page)
    await page.user.type(
      await screen.findByLabelText('Email recipients', { selector: 'input' }),
      'office@alon.test{Enter}alon{Enter}',
    )
    await screen.findByText('Invalid email address: alon')
    await page.user.type(chips('SMS recipients'), '12{Enter}')
    await screen.findByText('Invalid phone number: 12')
    await next(page)
    expect(at(page)).toBe('people')
  })

  test('the server’s errors are shown beside their fields, on their step', async () => {
    const issues = [{ path: 'name', message: 'A campaign with this name exists' }]
    const page = await open([refusal(campaignRoutes.create, 422, 'invalid_input', { issues })])
    await basics(page)
    await next(page)
    await next(page)
    await next(page)
    await page.user.click(await screen.findByRole('button', { name: 'Create campaign' }))
    await screen.findByText('A campaign with this name exists')
    await waitFor(async () => expect(document.activeElement).toBe(await nameField()))
  })

  test('when the server is briefly unavailable, all values stay and the next attempt sends them', async () => {
    const page = await open([refusal(campaignRoutes.create, 503, 'database_unavailable', { message: 'Try again' })])
    await basics(page)
    await next(page)
    await next(page)
    await next(page)
    await page.user.click(await screen.findByRole('button', { name: 'Create campaign' }))
    await screen.findByText('Try again')
    screen.getByText('Kitchens 2026')
    page.server.use(created)
    await page.user.click(button('Create campaign'))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.leads(BUSINESS_ID, CAMPAIGN_ID)))
    const bodies = page.server.sentTo(campaignRoutes.create).map(({ body }) => body)
    expect(bodies).toMatchObject([{ name: 'Kitchens 2026' }, { name: 'Kitchens 2026' }])
  })

  test('keeps typed values, and the step, when the language changes', async () => {
    const page = await open()
    await basics(page)
    await addLink(page, 'WhatsApp', 'alon.example')
    await changeLanguage('he')
    await screen.findByText('alon.example')
    await page.user.click(button('חזרה'))
    expect(((await screen.findByLabelText(/שם הקמפיין/)) as HTMLInputElement).value).toBe('Kitchens 2026')
  })

  test('a Writer sees that they have no access', async () => {
    await open([], { role: 'Writer' })
    await screen.findByText('You do not have permission for this page')
    expect(screen.queryByLabelText(/Campaign name/)).toBeNull()
  })
})

describe('editing a campaign', () => {
  const nobodyListed = reply(recipientRoutes.list, { success: true, recipients: [] })
  const open = (...replies: ReturnType<typeof reply>[]) =>
    renderPage(<EditCampaignPage />, {
      path: paths.editCampaign(BUSINESS_ID, CAMPAIGN_ID),
      route: '/b/$businessId/c/$campaignId/edit',
      replies: [people, nobodyListed, ...replies],
    })
  const campaign = (changes: Parameters<typeof aCampaign>[0] = {}) =>
    reply(campaignRoutes.get, { success: true, campaign: { ...aCampaign(changes), members: [] } })

  test('sends changed fields, and shows the server’s errors beside their fields', async () => {
    const issues = [{ path: 'emailNotifications.0', message: 'Unknown domain' }]
    const page = await open(
      campaign({ emailNotifications: ['a@b.test'] }),
      refusal(campaignRoutes.change, 422, 'invalid_input', { issues }),
    )
    await page.user.type(await nameField(), ' 2')
    await page.user.click(button('Save'))
    await screen.findByText('Unknown domain: a@b.test')
    expect(page.server.sentTo(campaignRoutes.change)[0]?.body).toEqual({ name: 'מטבחים – Google 2' })
    page.server.use(reply(campaignRoutes.change, { success: true, campaign: aCampaign() }))
    await page.user.click(button('Save'))
    await screen.findByText('The campaign was saved')
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.campaign(BUSINESS_ID, CAMPAIGN_ID)))
  })

  test('a link keeps its id and its short URL when it is changed', async () => {
    const page = await open(
      campaign({ links: [aStoredLink] }),
      reply(campaignRoutes.change, { success: true, campaign: aCampaign() }),
    )
    await screen.findByText('leads.example.test/l/abcdefgh')
    await page.user.click(button('Edit the link Site'))
    await page.user.type(screen.getByLabelText('UTM term'), 'white')
    await page.user.click(button('Save'))
    await screen.findByText('The campaign was saved')
    expect(page.server.sentTo(campaignRoutes.change)[0]?.body).toEqual({
      links: [
        {
          _id: aStoredLink._id,
          label: 'Site',
          url: 'https://alon.example/kitchens',
          utm: { source: 'google', medium: 'cpc', term: 'white' },
        },
      ],
    })
  })

  test('asks before leaving with unsaved changes', async () => {
    const page = await open(campaign())
    await page.user.type(await nameField(), ' 2')
    await page.user.click(button('Cancel'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    await page.user.click(dialog.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.campaign(BUSINESS_ID, CAMPAIGN_ID)))
  })

  test('shows which recipients receive notifications, and asks one again', async () => {
    const a = (address: string, more: Partial<ListedRecipient>): ListedRecipient => ({
      ...{ channel: 'mail', address, state: 'waiting', askedAt: null, canAsk: false, delivery: null },
      ...more,
    })
    const at = '2026-01-12T10:00:00.000Z'
    const recipients = [
      a('team@alon.test', { state: 'member' }),
      a('yes@else.test', { state: 'confirmed', askedAt: at }),
      a('wait@else.test', { askedAt: at, canAsk: true, delivery: { state: 'failed', at, reason: 'day_limit' } }),
      a('new@else.test', { canAsk: true }),
      a('no@else.test', { state: 'refused', askedAt: at }),
      a('+972501234567', { channel: 'sms', askedAt: at }),
    ]
    const page = await open(
      campaign({
        emailNotifications: recipients.slice(0, 5).map(({ address }) => address),
        smsNotifications: ['+972501234567'],
      }),
      reply(recipientRoutes.list, { success: true, recipients }),
      reply(recipientRoutes.ask, { success: true, recipient: a('wait@else.test', { askedAt: at }) }),
    )
    const list = await screen.findByRole('list', { name: 'Recipients and their consent' })
    const rows = within(list).getAllByRole('listitem')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'team@alon.testTeam member',
      'yes@else.testConfirmed',
      "wait@else.testWaiting for confirmationThe last message was not sent: today's message limit is reachedAsk again",
      'new@else.testNot asked yetAsk to confirm',
      'no@else.testDeclined notifications',
      '050-123-4567Waiting for confirmation',
    ])
    await page.user.click(within(list).getByRole('button', { name: 'Ask wait@else.test again' }))
    await screen.findByText(/A confirmation request was sent to/)
    expect(page.server.sentTo(recipientRoutes.ask)[0]).toMatchObject({
      params: { id: CAMPAIGN_ID },
      body: { channel: 'mail', address: 'wait@else.test' },
    })
  })
})
