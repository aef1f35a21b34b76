import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import { MASKED_VALUE, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import type { TableView } from '#contract/leads/table-views.ts'
import { userRoutes } from '#contract/team/users.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { aBusiness, aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, NEW, OTHER_CAMPAIGN_ID, surroundings, WON } from '../../../testing/lead-fakes.ts'
import { aField, BUDGET, ownFieldsReply, SIZE, WORK } from '../../../testing/lead-field-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

const SITE = aField(6, { key: 'site', nameEn: 'Site', type: 'link' })
const lead = aLead(1, { fields: { work: 'kitchen', size: 84, budget: 125_050, site: 'https://flat.test' } })
const view = (...keys: string[]): TableView => ({
  columns: [...keys, 'name', 'status'].map((key) => ({ key, isShown: true })),
  density: 'compact',
})
type Given = {
  fields?: OwnField[]
  leads?: Lead[]
  tableView?: TableView
  look?: string
  search?: string
  isList?: boolean
  replies?: FakeReply[]
}
const open = ({
  fields = [WORK, SIZE, BUDGET, SITE],
  leads = [lead],
  tableView,
  look = 'leads/all',
  search = '',
  isList = false,
  replies = [],
}: Given) => {
  const session = aSession()
  return renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/${look}${search}`,
    route: `/b/$businessId/${look}`,
    replies: [
      ...surroundings(),
      ownFieldsReply(fields),
      reply(leadRoutes.list, aPage(leads)),
      reply(leadRoutes.change, { success: true, lead }),
      reply(userRoutes.update, ({ body }) => ({
        success: true as const,
        updatedUser: { ...session.user, ...(body as object) },
      })),
      ...replies,
    ],
    session: {
      ...session,
      user: {
        ...session.user,
        tableViews: {
          ...(tableView && { leads: tableView }),
          ...(isList && { board: { columns: [], density: 'compact', isList } }),
        },
      },
    },
  })
}
type Opened = Awaited<ReturnType<typeof open>>
const cell = async (column: string, name = /Lead 1/) =>
  within(
    (await screen.findByRole('row', { name })).querySelector<HTMLElement>(`[data-column="${column}"]`) as HTMLElement,
  )
const lastSort = ({ server }: Opened) => server.sentTo(leadRoutes.list).at(-1)?.query.sort
const sent = ({ server }: Opened) => server.sentTo(leadRoutes.change).map(({ body }) => body)

describe('own fields in the table', () => {
  it('are columns in the person’s order, hidden at first, with a cell by type', async () => {
    await open({
      tableView: view('fields.budget', 'fields.work', 'fields.site', 'fields.size'),
      leads: [lead, aLead(2, { campaignId: OTHER_CAMPAIGN_ID })],
      fields: [{ ...WORK, campaignIds: [lead.campaignId] }, SIZE, BUDGET, SITE],
    })
    const heads = (await screen.findAllByRole('columnheader')).map((head) => head.textContent).filter(Boolean)
    expect(heads.slice(0, 4)).toEqual(['Budget', 'Kind of work', 'Site', 'Size'])
    ;(await cell('fields.budget')).getByText('₪1,250.50')
    ;(await cell('fields.work')).getByText('Kitchen')
    ;(await cell('fields.size')).getByText('84 m²')
    expect((await cell('fields.site')).getByRole('link', { name: 'flat.test' }).getAttribute('href')).toBe(
      'https://flat.test',
    )
    // Empty, and a field that the lead's campaign does not have.
    ;(await cell('fields.size', /Lead 2/)).getByText('—')
    expect((await cell('fields.work', /Lead 2/)).queryByText('—')).toBeNull()
  })

  it('are chosen among the columns, and those of another business are kept', async () => {
    const page = await open({ tableView: view('fields.of_another') })
    await screen.findByRole('row', { name: /Lead 1/ })
    expect(screen.queryByRole('columnheader', { name: 'Kind of work' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Columns' }))
    await page.user.click(await screen.findByRole('switch', { name: 'Kind of work' }))
    await screen.findByRole('columnheader', { name: 'Kind of work' })
    await waitFor(() => expect(page.server.sentTo(userRoutes.update)).not.toHaveLength(0))
    const body = page.server.sentTo(userRoutes.update).at(-1)?.body as { tableViews: { leads: TableView } }
    const saved = new Map(body.tableViews.leads.columns.map(({ key, isShown }) => [key, isShown]))
    expect([saved.get('fields.work'), saved.get('fields.size'), saved.get('fields.of_another')]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('come with the rows, not after them', async () => {
    let answer: (() => void) | undefined
    const fields = new Promise<void>((resolve) => {
      answer = resolve
    })
    const page = await open({
      tableView: view('fields.work'),
      replies: [
        reply(leadFieldRoutes.list, async () => {
          await fields
          return { success: true as const, fields: [WORK] }
        }),
      ],
    })
    await waitFor(() => expect(page.server.sentTo(leadRoutes.list)).not.toHaveLength(0))
    expect(screen.queryByRole('row', { name: /Lead 1/ })).toBeNull()
    answer?.()
    ;(await cell('fields.work')).getByText('Kitchen')
  })

  it('are edited in their cells', async () => {
    const page = await open({ tableView: view('fields.work', 'fields.size') })
    await page.user.click((await cell('fields.work')).getByRole('button', { name: /Edit: Kind of work/ }))
    await page.user.click(await screen.findByRole('option', { name: 'Bathroom' }))
    await waitFor(() =>
      expect(sent(page)).toEqual([{ fields: { work: 'bathroom' }, expected: { fields: { work: 'kitchen' } } }]),
    )
  })

  it('are asked for by a status that requires them, before the sale amount', async () => {
    const page = await open({
      fields: [{ ...SIZE, requiredAt: [WON._id] }, WORK],
      leads: [aLead(1)],
      replies: [reply(businessRoutes.get, { success: true, business: aBusiness(), statuses: [NEW, ATTEMPTING, WON] })],
    })
    await page.user.click(await screen.findByRole('button', { name: /^Status: New/ }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Won' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'One field is missing' }))
    await page.user.type(await dialog.findByRole('textbox', { name: /Size/ }), '84')
    await page.user.click(dialog.getByRole('button', { name: 'Save and move' }))
    await screen.findByRole('dialog', { name: 'What did it sell for?' })
    await waitFor(() => expect(sent(page)).toMatchObject([{ statusId: WON._id, fields: { size: 84 } }]))
  })
})

describe('a list sorted by an own field', () => {
  it.each([
    ['Kind of work', 'work', 'fields.work', '-fields.work'],
    ['Size', 'size', '-fields.size', 'fields.size'],
  ])('the heading %s sorts from page 1 on, and the other way when pressed again', async (name, key, first, second) => {
    const page = await open({ tableView: view(`fields.${key}`), look: 'leads/all', search: '?page=3' })
    const heading = () => screen.findByRole('columnheader', { name })
    await page.user.click(within(await heading()).getByRole('button', { name }))
    await waitFor(() => expect(page.router.state.location.searchStr).toBe(`?sort=${first}`))
    await page.user.click(within(await heading()).getByRole('button', { name }))
    await waitFor(() => expect(lastSort(page)).toBe(second))
    expect((await heading()).getAttribute('aria-sort')).toBe(second.startsWith('-') ? 'descending' : 'ascending')
  })

  it('is not offered for a personal field whose values are masked', async () => {
    const masked = aLead(1, { fields: { id_number: MASKED_VALUE } })
    await open({
      fields: [aField(7, { key: 'id_number', nameEn: 'ID number', isPersonal: true })],
      leads: [masked],
      tableView: view('fields.id_number'),
    })
    const heading = within(await screen.findByRole('columnheader', { name: 'ID number' }))
    expect(heading.queryByRole('button', { name: 'ID number' })).toBeNull()
  })

  it('says so where there are too many leads, and where the field is gone', async () => {
    const tooMany = refusal(leadRoutes.list, 422, 'too_many_to_sort', { message: 'Filter the list first' })
    const page = await open({ tableView: view('fields.size'), search: '?sort=fields.size', replies: [tooMany] })
    expect(await screen.findByText('Filter the list first')).toBeDefined()
    page.server.use(
      refusal(leadRoutes.list, 422, 'invalid_input', { issues: [{ path: 'sort', message: 'unknown_field' }] }),
    )
    await page.router.navigate({ to: page.router.state.location.pathname, search: { sort: 'fields.gone' } as never })
    expect(await screen.findByText('Cannot be sorted by this field')).toBeDefined()
    page.server.use(reply(leadRoutes.list, aPage([lead])))
    await page.user.click(screen.getByRole('button', { name: 'Sort by date' }))
    expect(await screen.findByRole('row', { name: /Lead 1/ })).toBeDefined()
    expect(page.router.state.location.searchStr).toBe('')
  })

  it('is chosen in the menu of the list of cards, among the fields that are shown', async () => {
    const page = await open({ tableView: view('fields.size'), look: 'leads/cards/all', isList: true })
    await page.user.click(await screen.findByRole('button', { name: 'Sorted by Date, Descending' }))
    expect(screen.queryByRole('menuitemradio', { name: 'Budget' })).toBeNull()
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Size' }))
    await waitFor(() => expect(lastSort(page)).toBe('-fields.size'))
    expect(await screen.findByRole('button', { name: 'Sorted by Size, Descending' })).toBeDefined()
  })
})

describe('own fields on cards', () => {
  it('are those shown as columns that have a value, on phones too', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation(((query: string) => ({
      ...matchMedia(query),
      matches: query === NARROW,
    })) as typeof matchMedia)
    await open({ tableView: view('fields.size', 'fields.work'), leads: [lead, aLead(2)] })
    const [card, empty] = within(await screen.findByRole('list', { name: 'Leads' })).getAllByRole('listitem')
    for (const text of ['Size', '84 m²', 'Kind of work', 'Kitchen']) expect(card?.textContent).toContain(text)
    expect(card?.textContent).not.toContain('Budget')
    expect(empty?.textContent).not.toContain('Size')
    vi.restoreAllMocks()
  })
})
