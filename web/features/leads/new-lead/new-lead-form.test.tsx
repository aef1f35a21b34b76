import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import { aLead, NEW, OTHER_CAMPAIGN_ID, surroundings } from '../../../testing/lead-fakes.ts'
import { aField, BUDGET, ownFieldsReply, SIZE, WORK } from '../../../testing/lead-field-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { NewLeadForm } from './new-lead-form.tsx'

const onDone = vi.fn()
const open = (replies: FakeReply[] = [], campaignId: string | null = CAMPAIGN_ID) =>
  renderPage(<NewLeadForm businessId={BUSINESS_ID} campaignId={campaignId} onDone={onDone} onCancel={onDone} />, {
    replies: [...surroundings(), ...replies],
  })
const added = reply(leadRoutes.create, { success: true, lead: aLead(1), duplicate: false })
const field = (name: RegExp) => screen.findByRole('textbox', { name })
type User = Awaited<ReturnType<typeof open>>['user']
/** Pasted, because typing key by key is slow in a form of this size. */
const fillIn = async (user: User, name: RegExp, text: string) => {
  await user.click(await field(name))
  await user.paste(text)
}
const send = () => screen.getByRole('button', { name: 'Add lead' })

describe('adding a lead by hand', () => {
  it('sends only the filled fields', async () => {
    const { server, user } = await open([added])
    await fillIn(user, /Name/, 'נועה ברזילי')
    await fillIn(user, /Phone/, '052-731-1184')
    await user.click(send())
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(server.sentTo(leadRoutes.create)[0]?.body).toEqual({
      name: 'נועה ברזילי',
      phone: '052-731-1184',
      source: 'manual',
      campaignId: CAMPAIGN_ID,
    })
    await screen.findByText('The lead was added')
  })

  it('asks for missing fields and sends nothing', async () => {
    const { server, user } = await open([], null)
    await user.click(send())
    await screen.findByText('Please fill in all required fields')
    expect(screen.getByText('Please select campaign')).toBeDefined()
    expect(server.sentTo(leadRoutes.create)).toHaveLength(0)
  })

  it('refuses an invalid phone', async () => {
    const { user } = await open()
    await fillIn(user, /Phone/, 'call me')
    await user.tab()
    await screen.findByText('Invalid phone number')
  })

  it('shows a server error beside its field', async () => {
    const issues = [{ path: 'body.phone', message: 'Invalid phone number' }]
    const { user } = await open([refusal(leadRoutes.create, 422, 'invalid_input', { issues })])
    await fillIn(user, /Name/, 'Noam')
    await fillIn(user, /Phone/, '012-345-6789')
    await user.click(send())
    await screen.findByText('Invalid phone number')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('retries with the same idempotency key, and uses another after a change or a success', async () => {
    const lost: FakeReply = { route: leadRoutes.create, answer: () => Promise.reject(new TypeError('Failed to fetch')) }
    const { server, user } = await open([lost])
    await fillIn(user, /Name/, 'Noam')
    await fillIn(user, /Phone/, '052-731-1184')
    const press = async (times: number) => {
      await user.click(send())
      await waitFor(() => expect(server.sentTo(leadRoutes.create)).toHaveLength(times))
      await waitFor(() => expect(send().hasAttribute('data-loading')).toBe(false))
    }
    await press(1)
    await press(2)
    await fillIn(user, /Name/, ' Levi')
    await press(3)
    server.use(added)
    await press(4)
    await press(5)
    const keys = server.sentTo(leadRoutes.create).map(({ headers }) => headers.get('idempotency-key'))
    const [first, , changed, , afterSuccess] = keys
    expect(keys).toEqual([first, first, changed, changed, afterSuccess])
    expect(new Set(keys).size).toBe(3)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
  })

  it('keeps the draft when the form is closed', async () => {
    const first = await open()
    await fillIn(first.user, /Name/, 'Half a name')
    first.unmount()
    await open()
    expect(((await field(/Name/)) as HTMLInputElement).value).toBe('Half a name')
  })
})

describe('an existing phone', () => {
  const known = reply(leadRoutes.duplicates, { success: true, leads: [aLead(7)], fate: 'repeat' })
  const fill = async ({ user }: Awaited<ReturnType<typeof open>>) => {
    await fillIn(user, /Name/, 'Noam')
    await fillIn(user, /Phone/, '052-731-1184')
    await user.tab()
    return within(await screen.findByRole('region', { name: 'A lead with these details already exists' }))
  }

  it('shows the lead with a link', async () => {
    const card = await fill(await open([known]))
    expect(card.getByText('Lead 7')).toBeDefined()
    expect(card.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe(
      `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${aLead(7)._id}`,
    )
  })

  it('adds a repeat enquiry by default', async () => {
    const repeat = reply(leadRoutes.create, { success: true, lead: aLead(7), duplicate: true })
    const page = await open([known, repeat])
    await fill(page)
    await page.user.click(send())
    await screen.findByText('The enquiry was added to Lead 7')
    expect(page.server.sentTo(leadRoutes.create)[0]?.body).not.toHaveProperty('duplicate')
  })

  it('creates a second lead on request', async () => {
    const page = await open([known, added])
    const card = await fill(page)
    await page.user.click(card.getByRole('radio', { name: 'Create a separate lead anyway' }))
    await page.user.click(send())
    await waitFor(() => expect(page.server.sentTo(leadRoutes.create)[0]?.body).toMatchObject({ duplicate: 'create' }))
  })
})

it.each([
  ['create', 'Saving adds another lead, marked as a duplicate.'],
  ['refuse', 'The business does not accept another enquiry of this person, so this lead cannot be saved.'],
] as const)('says what saving does: %s', async (fate, text) => {
  const page = await open([reply(leadRoutes.duplicates, { success: true, leads: [aLead(7)], fate })])
  await fillIn(page.user, /Phone/, '052-731-1184')
  await page.user.tab()
  await screen.findByText(text)
  expect(screen.queryByRole('radio')).toBeNull()
})

describe('own fields in the form', () => {
  const required = { ...WORK, isRequired: true }
  const atFirst = { ...SIZE, requiredAt: [NEW._id] }
  const plan = aField(5, { key: 'plan', nameEn: 'Has a plan', type: 'yes_no', default: true })
  const elsewhere = aField(6, { nameEn: 'Elsewhere', campaignIds: [OTHER_CAMPAIGN_ID] })

  it('are those of the campaign; required ones, also by its status, are asked for', async () => {
    const { server, user } = await open([ownFieldsReply([BUDGET, required, atFirst, plan, elsewhere]), added])
    await fillIn(user, /^Name/, 'נועה ברזילי')
    await fillIn(user, /Phone/, '052-731-1184')
    await screen.findByRole('textbox', { name: /Size/ })
    expect(screen.queryByLabelText('Elsewhere')).toBeNull()
    await user.click(send())
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
    expect(server.sentTo(leadRoutes.create)).toHaveLength(0)
    await user.click(screen.getByRole('combobox', { name: /Kind of work/ }))
    await user.click(await screen.findByRole('option', { name: 'Kitchen' }))
    await fillIn(user, /Size/, 'many')
    await user.click(send())
    await screen.findByText("The value is not of the field's type")
    await user.clear(screen.getByRole('textbox', { name: /Size/ }))
    await fillIn(user, /Size/, '84')
    await fillIn(user, /Budget/, '1,200')
    await user.click(send())
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    // The default that was not touched is left to the server.
    expect(server.sentTo(leadRoutes.create)[0]?.body).toMatchObject({
      fields: { work: 'kitchen', size: 84, budget: 120_000 },
    })
  })

  it('show errors of the server, also of one that was not shown', async () => {
    const many = Array.from({ length: 6 }, (_, at) => aField(20 + at))
    const issues = [{ path: 'body.fields.field_25', message: 'Too long for this' }]
    const { user } = await open([ownFieldsReply(many), refusal(leadRoutes.create, 422, 'invalid_input', { issues })])
    await fillIn(user, /^Name/, 'Noam')
    await fillIn(user, /Phone/, '052-731-1184')
    await screen.findByRole('button', { name: '6 more fields' })
    await user.click(send())
    await screen.findByText('Too long for this')
    await user.click(screen.getByRole('button', { name: '5 more fields' }))
    expect(screen.getAllByRole('textbox', { name: /^Field 2/ })).toHaveLength(6)
  })
})
