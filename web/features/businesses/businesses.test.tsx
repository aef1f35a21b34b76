import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { authRoutes } from '#contract/auth/auth.ts'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { businessRoutes } from '#contract/businesses.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { currentBusinessId } from '../../lib/session/current-business.ts'
import { aBusiness, aSession, BUSINESS_ID } from '../../testing/fakes.ts'
import { asksWho, confirmIdentity } from '../../testing/identity.ts'
import { renderPage } from '../../testing/render.tsx'
import { refusal, reply } from '../../testing/replies.ts'
import { BusinessInfoPage } from './business-info-page.tsx'
import { CreateBusinessPage } from './create-business-page.tsx'
import { NoBusiness } from './no-business.tsx'

const NEW_ID = '018f0000-0000-7000-8000-0000000000ff'
const business = { _id: NEW_ID, name: 'סטודיו Stern', email: null, image: null, closesAt: null }
const session = aSession()
const withNew = {
  ...session,
  businesses: [...session.businesses, { business, businessId: NEW_ID, role: 'Owner' as const }],
}
const open = (...replies: ReturnType<typeof reply>[]) =>
  renderPage(<CreateBusinessPage />, { path: paths.createBusiness, replies })
const submit = () => screen.getByRole('button', { name: 'Create business' })

const next = () => screen.getByRole('button', { name: 'Next' })
const field = (name: string | RegExp) => screen.getByLabelText(name, { selector: 'input' }) as HTMLInputElement

describe('creating a business', () => {
  test('the new business becomes the current one; empty fields are not sent', async () => {
    const page = await open(
      reply(businessRoutes.create, { success: true, business }),
      reply(authRoutes.getCurrentUser, withNew),
    )
    await page.user.type(await screen.findByLabelText(/Business name/), ' סטודיו Stern ')
    await page.user.type(field(/Primary line of business/), 'Law{Enter}')
    await page.user.type(field('Company number'), '51-459914-1')
    await page.user.click(next())
    const phone = await screen.findByLabelText('Business phone')
    expect(phone).toHaveProperty('value', '072-444-0001')
    await page.user.clear(phone)
    await page.user.type(phone, '03-612-4477')
    await page.user.type(field('City'), 'Haifa')
    await page.user.click(submit())
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.createCampaign(NEW_ID)))
    expect(currentBusinessId()).toBe(NEW_ID)
    expect(page.server.sentTo(businessRoutes.create)[0]?.body).toEqual({
      name: ' סטודיו Stern ',
      primaryLineOfBusiness: 'law',
      companyNumber: '51-459914-1',
      contactName: 'שירה בן־דוד',
      email: 'shira@alon-reno.test',
      phone: '03-612-4477',
      address: { city: 'Haifa' },
    })
  })

  test('a failure is reported and the form is kept', async () => {
    const page = await open(refusal(businessRoutes.create, 500, 'internal'))
    await page.user.type(await screen.findByLabelText(/Business name/), 'Stern')
    await page.user.click(next())
    await page.user.click(await screen.findByRole('button', { name: 'Create business' }))
    await screen.findByText('Error creating business')
    await page.user.click(screen.getByRole('button', { name: 'Back' }))
    // The message leaves with its step, before its own time of 5 s is over.
    await waitFor(() => expect(screen.queryByText('Error creating business')).toBeNull(), { timeout: 2_000 })
    expect(((await screen.findByLabelText(/Business name/)) as HTMLInputElement).value).toBe('Stern')
  })

  test('names the minimum length, and missing fields', async () => {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: 'Next' }))
    await screen.findByText('Please fill in all required fields')
    await page.user.type(screen.getByLabelText(/Business name/), 'AB')
    await page.user.click(next())
    await screen.findByText('Minimum 3 characters required')
    expect(page.server.calls).toEqual([])
  })

  test('an invalid company number and an invalid phone are reported beside their fields', async () => {
    const page = await open()
    await page.user.type(await screen.findByLabelText(/Business name/), 'Stern')
    await page.user.type(field('Company number'), '514599142')
    await page.user.click(next())
    await screen.findByText('This company number is not valid. Check its 9 digits')
    await page.user.type(field('Company number'), '{Backspace}1')
    await page.user.click(next())
    await page.user.clear(await screen.findByLabelText('Business phone'))
    await page.user.type(field('Business phone'), '12')
    await page.user.click(submit())
    await screen.findByText('Invalid phone number')
    expect(page.server.calls).toEqual([])
  })

  test('keeps typed values when the language changes', async () => {
    const page = await open()
    await page.user.type(await screen.findByLabelText(/Business name/), 'Stern')
    await page.user.type(field(/Primary line of business/), 'Law{Enter}')
    await changeLanguage('he')
    expect(((await screen.findByLabelText(/שם העסק/)) as HTMLInputElement).value).toBe('Stern')
    expect(field(/תחום עיסוק/).value).toBe('משפטים')
  })
})

const noam = {
  _id: NEW_ID,
  name: 'Noam Friedman',
  image: null,
  status: 'Active' as const,
  phone: null,
  email: 'noam@alon.test',
  role: 'Writer' as const,
  campaigns: [],
  hearsCalls: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  lastSeenAt: null,
  suspendedAt: null,
  hasTwoFactor: false,
}
const members = reply(teamRoutes.list, {
  success: true,
  users: [noam],
  pagination: { page: 1, limit: 100, total: 1, totalIsExact: true, pages: 1 },
})

describe('Business Info', () => {
  const details = aBusiness({ name: 'Stern', phone: '+97236124477', address: { city: 'Haifa', street: 'Herzl 1' } })
  const openInfo = (...replies: ReturnType<typeof reply>[]) =>
    renderPage(<BusinessInfoPage />, {
      path: paths.businessInfo(BUSINESS_ID),
      replies: [reply(businessRoutes.get, { success: true, business: details, statuses: [] }), members, ...replies],
    })
  const save = () => screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement

  test('two-factor authentication is required of the members by an Owner who has it', async () => {
    const page = await openInfo(
      refusal(twoFactorRoutes.demand, 409, 'two_factor_first', { message: 'For yourself first' }),
      reply(authRoutes.getCurrentUser, session),
    )
    const toggle = await screen.findByLabelText('Require two-factor authentication for all members')
    await page.user.click(toggle)
    await screen.findByText('For yourself first')
    page.server.use(reply(twoFactorRoutes.demand, { success: true }))
    await page.user.click(toggle)
    await screen.findByText('Two-factor authentication is now required')
    expect(page.server.sentTo(twoFactorRoutes.demand).at(-1)?.body).toEqual({ isRequired: true })
    page.server.use(asksWho(twoFactorRoutes.demand))
    await page.user.click(toggle)
    const sent = await confirmIdentity(page, reply(twoFactorRoutes.demand, { success: true }))
    await waitFor(() => expect(sent().at(-1)).toMatchObject({ password: 'secret words' }))
  })

  test('contacts are masked for Affiliates', async () => {
    const page = await openInfo(
      reply(businessRoutes.change, { success: true, business: aBusiness({ masksContacts: true }) }),
      reply(authRoutes.getCurrentUser, session),
    )
    await page.user.click(await screen.findByLabelText('Hide phones and email addresses from Affiliates'))
    await screen.findByText('Phones and email addresses are now hidden from Affiliates')
    expect(page.server.sentTo(businessRoutes.change).at(-1)?.body).toEqual({ masksContacts: true })
  })

  test('Writers and Readers are restricted to their own leads', async () => {
    const page = await openInfo(
      reply(businessRoutes.change, { success: true, business: aBusiness({ ownLeadsOnly: true }) }),
      reply(authRoutes.getCurrentUser, session),
    )
    await page.user.click(await screen.findByLabelText('Writers and Readers see only leads assigned to them'))
    await screen.findByText('Writers and Readers now see only leads assigned to them')
    expect(page.server.sentTo(businessRoutes.change).at(-1)?.body).toEqual({ ownLeadsOnly: true })
  })

  test('a colour and a privacy policy for the public pages are saved; what is none is said beside its field', async () => {
    const saved = aBusiness({ brandColor: '#ffd400', privacyUrl: 'https://stern.example/privacy' })
    const page = await openInfo(
      reply(businessRoutes.change, { success: true, business: saved }),
      reply(authRoutes.getCurrentUser, session),
    )
    const color = await screen.findByLabelText('Brand colour')
    await page.user.type(color, 'yellow')
    await page.user.type(screen.getByLabelText('Link to the privacy policy'), 'https://stern.example/privacy')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Enter a colour such as #3642b5')
    await page.user.clear(color)
    await page.user.type(color, '#ffd400')
    expect(screen.getByLabelText('Choose a colour')).toHaveProperty('value', '#ffd400')
    await page.user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(page.server.sentTo(businessRoutes.change)[0]?.body).toEqual({
        brandColor: '#ffd400',
        privacyUrl: 'https://stern.example/privacy',
      }),
    )
  })

  test('ownership is transferred after the name is typed; an Owner who stepped down leaves the settings', async () => {
    const page = await openInfo(
      reply(businessRoutes.transfer, { success: true }),
      reply(authRoutes.getCurrentUser, aSession({ role: 'Lead' })),
    )
    await screen.findByLabelText(/Business name/)
    await page.user.click(await screen.findByRole('combobox', { name: 'New Owner' }))
    await page.user.click(await screen.findByRole('option', { name: 'Noam Friedman' }))
    await page.user.click(screen.getByRole('combobox', { name: 'Your role' }))
    await page.user.click(await screen.findByRole('option', { name: 'Change my role to Lead' }))
    await page.user.click(screen.getByRole('button', { name: 'Transfer ownership' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Transfer ownership' }))
    await page.user.type(dialog.getByLabelText('To confirm, type: Stern'), 'Stern')
    await page.user.click(dialog.getByRole('button', { name: 'Transfer ownership' }))
    await screen.findByText('Noam Friedman is now an Owner')
    await waitFor(() => expect(page.router.state.location.pathname).toBe(paths.dashboard))
    expect(page.server.sentTo(businessRoutes.transfer)[0]?.body).toEqual({ userId: NEW_ID, ownRole: 'Lead' })
  })

  test('the business is closed after its name is typed, and the page says until when it can be reopened', async () => {
    const page = await openInfo(
      reply(businessRoutes.close, { success: true, closesAt: '2026-12-21T10:00:00.000Z' }),
      reply(authRoutes.getCurrentUser, session),
    )
    await screen.findByLabelText(/Business name/)
    await page.user.click(screen.getByRole('button', { name: 'Close the business' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Close the business' }))
    const confirm = dialog.getByRole('button', { name: 'Close the business' }) as HTMLButtonElement
    await page.user.type(dialog.getByLabelText('To confirm, type: Stern'), 'Ster')
    expect(confirm.disabled).toBe(true)
    await page.user.type(dialog.getByLabelText('To confirm, type: Stern'), 'n')
    page.server.use(
      reply(businessRoutes.get, {
        success: true,
        business: { ...details, closesAt: '2026-12-21T10:00:00.000Z' },
        statuses: [],
      }),
    )
    await page.user.click(confirm)
    await screen.findByText('The business is closed')
    await screen.findByText(/will be erased on .*21.*2026/)
    expect(page.server.sentTo(businessRoutes.close)[0]?.body).toEqual({ name: 'Stern' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    page.server.use(reply(businessRoutes.reopen, { success: true }))
    page.server.use(reply(businessRoutes.get, { success: true, business: details, statuses: [] }))
    await page.user.click(screen.getByRole('button', { name: 'Reopen the business' }))
    await screen.findByText('The business was reopened')
    await screen.findByRole('button', { name: 'Close the business' })
  })

  test('sends changed fields, emptied ones as null, and the selector shows the new name', async () => {
    const page = await openInfo(
      reply(businessRoutes.change, { success: true, business: { ...details, name: 'Stern Ltd', phone: null } }),
      reply(authRoutes.getCurrentUser, withNew),
    )
    await page.user.type(await screen.findByLabelText(/Business name/), ' Ltd')
    await page.user.clear(field('Business phone'))
    await page.user.clear(field('Street and number'))
    await page.user.click(save())
    await screen.findByText('The business was saved')
    expect(page.server.sentTo(businessRoutes.change)[0]?.body).toEqual({
      name: 'Stern Ltd',
      phone: null,
      address: { street: null },
    })
    expect(page.server.sentTo(authRoutes.getCurrentUser)).toHaveLength(1)
    await waitFor(() => expect(save().disabled).toBe(true))
  })

  test('the server’s errors are shown beside their fields', async () => {
    const issues = [{ path: 'address.city', message: 'No such city' }]
    const page = await openInfo(refusal(businessRoutes.change, 422, 'invalid_input', { issues }))
    await screen.findByLabelText(/Business name/)
    await page.user.type(field('City'), '!')
    await page.user.click(save())
    await screen.findByText('No such city')
  })

  test('asks before leaving with unsaved changes', async () => {
    const page = await openInfo()
    await page.user.type(await screen.findByLabelText(/Business name/), '!')
    page.router.history.push('/elsewhere')
    await page.user.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(page.router.state.location.pathname).toBe('/elsewhere'))
  })
})

test('without a business one can create one or open an invitation', async () => {
  await renderPage(<NoBusiness />, { path: paths.dashboard, session: aSession({ businesses: [] }) })
  expect((await screen.findByRole('link', { name: 'Create business' })).getAttribute('href')).toBe(paths.createBusiness)
  screen.getByText(/Open the link in your invitation/)
})
