import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { aSession, BUSINESS_ID } from '../../../testing/fakes.ts'
import { aLead, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from './leads-page.tsx'

afterEach(() => vi.restoreAllMocks())

const shown = reply(leadRoutes.list, aPage([aLead(1)]))
const tooMany = refusal(leadRoutes.list, 422, 'too_many_to_sort', { message: 'Filter the list first' })
const LIST_OF_CARDS = { columns: [], density: 'compact' as const, isList: true }
const open = (query = '', { look = 'all', listed = shown } = {}) =>
  renderPage(<LeadsPage />, {
    session: { ...aSession(), user: { ...aSession().user, tableViews: { board: LIST_OF_CARDS } } },
    path: `/b/${BUSINESS_ID}/leads/${look}${query}`,
    route: `/b/$businessId/leads/${look}`,
    replies: [...surroundings(), listed],
  })
type Opened = Awaited<ReturnType<typeof open>>
const lastSort = ({ server }: Opened) => server.sentTo(leadRoutes.list).at(-1)?.query.sort
const heading = (name: string) => screen.findByRole('columnheader', { name })

describe('the headings', () => {
  it.each([
    ['Name', 'name', '-name'],
    ['Status', 'status', '-status'],
    ['Value', '-value', 'value'],
  ])('%s sorts from page 1 on, and the other way when pressed again', async (name, first, second) => {
    const page = await open('?page=3')
    await page.user.click(within(await heading(name)).getByRole('button', { name }))
    await waitFor(() => expect(page.router.state.location.searchStr).toBe(`?sort=${first}`))
    await page.user.click(within(await heading(name)).getByRole('button', { name }))
    await waitFor(() => expect(lastSort(page)).toBe(second))
    const [sorted, date] = [await heading(name), await heading('Date')]
    expect(sorted.getAttribute('aria-sort')).toBe(second.startsWith('-') ? 'descending' : 'ascending')
    expect(date.getAttribute('aria-sort')).toBeNull()
  })

  it('of what cannot be sorted by are no buttons', async () => {
    await open()
    for (const name of ['Phone', 'Email', 'Campaign', 'Source', 'Assigned'])
      expect(within(await heading(name)).queryByRole('button')).toBeNull()
  })
})

it.each(['all', 'cards/all'])('without headings a menu sorts: %s', async (look) => {
  if (look === 'all') {
    const { matchMedia } = window
    const narrow = (query: string) => ({ ...matchMedia(query), matches: query === NARROW })
    vi.spyOn(window, 'matchMedia').mockImplementation(narrow as typeof matchMedia)
  }
  const page = await open('?sort=status', { look })
  await page.user.click(await screen.findByRole('button', { name: 'Sorted by Status, Ascending' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Last activity' }))
  await waitFor(() => expect(lastSort(page)).toBe('-lastActivity'))
  await page.user.click(await screen.findByRole('button', { name: 'Sorted by Last activity, Descending' }))
  await page.user.click(await screen.findByRole('menuitemradio', { name: 'Ascending' }))
  await waitFor(() => expect(page.router.state.location.searchStr).toBe('?sort=lastActivity'))
  expect(lastSort(page)).toBe('lastActivity')
})

it('where there are too many leads it says so and offers the order by date', async () => {
  const page = await open('?sort=name&page=2', { listed: tooMany })
  expect(await screen.findByText('Filter the list first')).toBeDefined()
  page.server.use(shown)
  await page.user.click(screen.getByRole('button', { name: 'Sort by date' }))
  expect(await screen.findByRole('row', { name: /Lead 1/ })).toBeDefined()
  expect(page.router.state.location.searchStr).toBe('')
})
