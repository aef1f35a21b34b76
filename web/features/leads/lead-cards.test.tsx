import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads.ts'
import { NARROW } from '../../lib/use-narrow.ts'
import { BUSINESS_ID } from '../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, surroundings } from '../../testing/lead-fakes.ts'
import { renderPage } from '../../testing/render.tsx'
import { reply } from '../../testing/replies.ts'
import { LeadsPage } from './leads-page.tsx'

beforeEach(() => {
  const { matchMedia } = window
  const narrow = (query: string) => ({ ...matchMedia(query), matches: query === NARROW })
  vi.spyOn(window, 'matchMedia').mockImplementation(narrow as typeof matchMedia)
})
afterEach(() => vi.restoreAllMocks())

const open = (...leads: ReturnType<typeof aLead>[]) =>
  renderPage(<LeadsPage />, {
    path: `/b/${BUSINESS_ID}/leads/all`,
    route: '/b/$businessId/leads/all',
    replies: [...surroundings(), reply(leadRoutes.list, aPage(leads))],
  })
const cards = async () => within(await screen.findByRole('list', { name: 'Leads' })).getAllByRole('listitem')

describe('on a narrow screen', () => {
  it('shows a card a lead, with Call and WhatsApp', async () => {
    await open(aLead(1, { value: 3_800_000 }))
    const [card] = await cards()
    const inCard = within(card as HTMLElement)
    expect(inCard.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+972527311184')
    expect(inCard.getByRole('link', { name: 'WhatsApp' })).toBeDefined()
    expect(inCard.getByText('₪38,000')).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('names a lead without a name by its phone, and offers e-mail where there is no phone', async () => {
    await open(aLead(1, { name: '' }), aLead(2, { phone: null }))
    const [nameless, phoneless] = await cards()
    expect(within(nameless as HTMLElement).getByRole('link', { name: '052-731-1184' })).toBeDefined()
    expect(within(phoneless as HTMLElement).getByRole('link', { name: 'Email' })).toBeDefined()
    expect(within(phoneless as HTMLElement).queryByRole('link', { name: 'Call' })).toBeNull()
  })

  it('keeps the filters that were set in the drawer once it is closed, and counts them', async () => {
    const { user, router } = await open(aLead(1))
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attempting' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`))
    await user.click(screen.getByRole('button', { name: 'Show leads' }))
    await screen.findByRole('button', { name: 'Filter, 1 set' })
    expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`)
    expect(router.state.location.state.modals).toBeUndefined()
  })

  it('keeps them as well where Back closes the drawer', async () => {
    const { user, router } = await open(aLead(1))
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attempting' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`))
    router.history.back()
    await screen.findByRole('button', { name: 'Filter, 1 set' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`)
  })
})
