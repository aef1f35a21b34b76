import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MASKED_VALUE, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import type { Role } from '#contract/roles.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../testing/fakes.ts'
import {
  ATTEMPTING,
  aHistory,
  aHistoryItem,
  aLead,
  OTHER_CAMPAIGN_ID,
  someDetails,
  surroundings,
} from '../../../testing/lead-fakes.ts'
import { aField, BUDGET, ownFieldsReply, SIZE, WORK } from '../../../testing/lead-field-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadPage } from './lead-page.tsx'

const START = aField(4, { key: 'start', nameHe: 'התחלה', nameEn: 'Wanted start', type: 'date' })
const PLAN = aField(5, { key: 'plan', nameHe: 'תוכנית', nameEn: 'Has a plan', type: 'yes_no' })
const SITE = aField(6, { key: 'site', nameHe: 'אתר', nameEn: 'Site', type: 'link' })
const NOTES = aField(7, { key: 'notes', nameHe: 'הערות', nameEn: 'Notes', type: 'long_text' })
const ROOMS = aField(8, {
  ...WORK,
  _id: aField(8)._id,
  key: 'rooms',
  nameEn: 'Rooms',
  nameHe: 'חדרים',
  type: 'choices',
})
const ELSEWHERE = aField(9, { nameEn: 'Elsewhere', campaignIds: [OTHER_CAMPAIGN_ID] })
const all = [WORK, SIZE, BUDGET, START, PLAN, SITE, NOTES, ROOMS, ELSEWHERE, aField(10, { isArchived: true })]
const values = {
  ...{ work: 'kitchen', size: 84, budget: 12_650_050, start: '2026-03-01', plan: true },
  ...{ site: 'https://flat.test/plan', notes: 'Two\nlines', rooms: ['kitchen', 'whole'] },
}
const base = aLead(1)
const open = (
  fields: OwnField[],
  { lead = {}, replies = [], role = 'Owner' }: { lead?: Partial<Lead>; replies?: FakeReply[]; role?: Role } = {},
) =>
  renderPage(<LeadPage />, {
    path: `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads/${base._id}`,
    route: '/b/$businessId/c/$campaignId/leads/$leadId',
    replies: [
      ...surroundings(role),
      ownFieldsReply(fields),
      reply(leadRoutes.get, { success: true, lead: someDetails({ ...base, ...lead }) }),
      reply(leadRoutes.change, ({ body }) => ({
        success: true as const,
        lead: { ...base, ...lead, fields: { ...lead.fields, ...(body as { fields?: Lead['fields'] }).fields } },
      })),
      reply(leadRoutes.history, aHistory()),
      ...replies,
    ],
    session: aSession({ role }),
  })
type Opened = Awaited<ReturnType<typeof open>>
const fact = async (name: string) => within((await screen.findByText(name)).closest('div') as HTMLElement)
const sent = ({ server }: Opened) => server.sentTo(leadRoutes.change).map(({ body }) => body)
const edit = async ({ user }: Opened, name: string) => {
  await user.click((await fact(name)).getByRole('button', { name: new RegExp(`Edit: ${name}`) }))
  return screen.findByLabelText(`Edit: ${name}`, { selector: 'input, textarea' })
}

describe('own fields of a lead', () => {
  it('are shown by type, those of the campaign alone, below their headings', async () => {
    await open([{ ...WORK, group: { nameHe: 'הדירה', nameEn: 'The flat' } }, ...all.slice(1)], {
      lead: { fields: values },
    })
    const shown = {
      ...{ 'Kind of work': 'Kitchen', Size: '84 m²', Budget: '₪126,500.50', 'Wanted start': '1 Mar 2026' },
      ...{ 'Has a plan': 'Yes', Notes: 'Two\nlines', Rooms: 'Kitchen, Whole flat' },
    }
    for (const [name, text] of Object.entries(shown))
      expect((await fact(name)).getByRole('definition').textContent).toContain(text)
    const link = (await fact('Site')).getByRole('link')
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([values.site, 'noreferrer noopener'])
    expect(screen.queryByText('Elsewhere')).toBeNull()
    expect(screen.queryByText('Field 10')).toBeNull()
    const heading = screen.getByRole('heading', { level: 3, name: 'The flat' })
    expect(heading.nextElementSibling?.textContent).toContain('Kind of work')
    expect(heading.nextElementSibling?.textContent).not.toContain('Size')
  })

  it('are edited in place: a number is checked, Escape leaves it, an emptied one is cleared', async () => {
    const page = await open([SIZE], { lead: { fields: { size: 84 } } })
    const input = await edit(page, 'Size')
    await page.user.clear(input)
    await page.user.type(input, '12.5')
    await screen.findByText('Enter a whole number')
    await page.user.keyboard('{Escape}')
    expect(sent(page)).toEqual([])
    const again = await edit(page, 'Size')
    await page.user.clear(again)
    await page.user.keyboard('{Enter}')
    await waitFor(() => expect(sent(page)).toEqual([{ fields: { size: null }, expected: { fields: { size: 84 } } }]))
  })

  it('of amounts are typed in shekels', async () => {
    const page = await open([BUDGET])
    await page.user.type(await edit(page, 'Budget'), '1,250.5{Enter}')
    await waitFor(() =>
      expect(sent(page)).toEqual([{ fields: { budget: 125_050 }, expected: { fields: { budget: null } } }]),
    )
  })

  it('of choice, several choices and yes or no are chosen', async () => {
    const page = await open([WORK, PLAN, ROOMS], { lead: { fields: { rooms: ['whole'] } } })
    await edit(page, 'Kind of work')
    await page.user.click(await screen.findByRole('option', { name: 'Bathroom' }))
    await edit(page, 'Has a plan')
    await page.user.click(await screen.findByRole('option', { name: 'No' }))
    const rooms = await edit(page, 'Rooms')
    await page.user.click(await screen.findByRole('option', { name: 'Kitchen' }))
    rooms.blur()
    await waitFor(() =>
      expect(sent(page)).toMatchObject([
        { fields: { work: 'bathroom' } },
        { fields: { plan: false } },
        { fields: { rooms: ['kitchen', 'whole'] } },
      ]),
    )
  })

  it('that are required are not emptied', async () => {
    const page = await open([{ ...SIZE, isRequired: true }], { lead: { fields: { size: 84 } } })
    await page.user.clear(await edit(page, 'Size'))
    await screen.findByText('This field is required')
    await page.user.keyboard('{Enter}')
    expect(sent(page)).toEqual([])
  })

  it('cannot be changed by a member who sees masked contacts, nor by a Reader', async () => {
    const masked = { phone: '05•-•••-1184', fields: { work: 'kitchen', field_11: MASKED_VALUE } }
    const first = await open([WORK, aField(11, { isPersonal: true })], { lead: masked, role: 'Affiliate' })
    expect((await fact('Kind of work')).queryByRole('button')).toBeNull()
    expect((await fact('Field 11')).getByText(MASKED_VALUE)).toBeDefined()
    first.unmount()
    await open([WORK], { role: 'Reader' })
    expect((await fact('Kind of work')).queryByRole('button')).toBeNull()
  })

  it('that another changed meanwhile are shown side by side', async () => {
    const page = await open([WORK], {
      lead: { fields: { work: 'whole' } },
      replies: [refusal(leadRoutes.change, 409, 'changed_meanwhile')],
    })
    await edit(page, 'Kind of work')
    await page.user.click(await screen.findByRole('option', { name: 'Bathroom' }))
    const card = within(await screen.findByRole('alert'))
    card.getByText('Kind of work now')
    card.getByText('Whole flat')
    card.getByText('Bathroom')
    await page.user.click(card.getByRole('button', { name: 'Use mine' }))
    await waitFor(() => expect(sent(page)).toHaveLength(2))
  })
})

describe('the history', () => {
  it('names own fields, deleted ones too, and shows both values by their type', async () => {
    const history = [
      aHistoryItem(1, {
        event: 'lead.changed',
        changes: {
          'fields.work': ['Kitchen', 'Bathroom'],
          'fields.gone': [null, 1_250_00],
          'fields.plan': [null, true],
        },
        ownFields: {
          'fields.work': { name: 'Kind of work', type: 'choice' },
          'fields.gone': { name: 'Old budget', type: 'money' },
          'fields.plan': { name: 'Has a plan', type: 'yes_no' },
        },
      }),
    ]
    await open([], { replies: [reply(leadRoutes.history, aHistory(...history))] })
    const item = (await screen.findByText('Old budget')).closest('li')
    for (const words of ['Kind of work changed', 'Kitchen', 'Bathroom', 'Old budget changed', '—', '₪1,250', 'Yes'])
      expect(item?.textContent).toContain(words)
  })
})

describe('a status that requires fields', () => {
  const required = { ...SIZE, requiredAt: [ATTEMPTING._id] }
  const choose = async ({ user }: Opened) => {
    await user.click(await screen.findByRole('button', { name: /Status: New/ }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Attempting' }))
  }

  it('asks for those that are empty and saves them with it', async () => {
    const page = await open([required, WORK])
    await choose(page)
    const dialog = within(await screen.findByRole('dialog', { name: 'One field is missing' }))
    await page.user.click(await dialog.findByRole('button', { name: 'Save and move' }))
    await dialog.findByText('This field is required')
    expect(sent(page)).toEqual([])
    await page.user.type(dialog.getByRole('textbox', { name: /Size/ }), '84')
    await page.user.click(dialog.getByRole('button', { name: 'Save and move' }))
    await waitFor(() => expect(sent(page)).toMatchObject([{ statusId: ATTEMPTING._id, fields: { size: 84 } }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('is not given if one does not answer, and is given at once if they are filled', async () => {
    const page = await open([required])
    await choose(page)
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(await dialog.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent(page)).toEqual([])
    page.unmount()
    const filled = await open([required], { lead: { fields: { size: 84 } } })
    await choose(filled)
    await waitFor(() => expect(sent(filled)).toMatchObject([{ statusId: ATTEMPTING._id }]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
