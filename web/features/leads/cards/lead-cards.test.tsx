import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leadRoutes } from '#contract/leads/leads.ts'
import { operationRoutes } from '#contract/leads/operations.ts'
import { NARROW } from '../../../lib/use-narrow.ts'
import { BUSINESS_ID } from '../../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

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
    replies: [
      ...surroundings(),
      reply(leadRoutes.list, aPage(leads)),
      refusal(operationRoutes.create, 409, 'operation_running', { message: 'Another one is running' }),
    ],
  })
const cards = async () => within(await screen.findByRole('list', { name: 'Leads' })).getAllByRole('listitem')

describe('on a narrow screen', () => {
  it('shows one card per lead, with Call and WhatsApp', async () => {
    await open(aLead(1, { value: 3_800_000 }))
    const [card] = await cards()
    const inCard = within(card as HTMLElement)
    expect(inCard.getByRole('link', { name: 'Call' }).getAttribute('href')).toBe('tel:+972527311184')
    expect(inCard.getByRole('link', { name: 'WhatsApp' })).toBeDefined()
    expect(inCard.getByText('₪38,000')).toBeDefined()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('shows the phone of a lead without a name, and an e-mail button without a phone', async () => {
    await open(aLead(1, { name: '' }), aLead(2, { phone: null }))
    const [nameless, phoneless] = await cards()
    expect(within(nameless as HTMLElement).getByRole('link', { name: '052-731-1184' })).toBeDefined()
    expect(within(nameless as HTMLElement).getByRole('button', { name: /052-731-1184/ })).toBeDefined()
    expect(within(phoneless as HTMLElement).getByRole('link', { name: 'Email' })).toBeDefined()
    expect(within(phoneless as HTMLElement).queryByRole('link', { name: 'Call' })).toBeNull()
  })

  it('keeps and counts the filters of the drawer after it is closed', async () => {
    const { user, router } = await open(aLead(1))
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attempting' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`))
    await user.click(screen.getByRole('button', { name: 'Show leads' }))
    await screen.findByRole('button', { name: 'Filter, 1 set' })
    expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`)
    expect(router.state.location.state.modals).toBeUndefined()
  })

  it('keeps the filters when Back closes the drawer', async () => {
    const { user, router } = await open(aLead(1))
    await user.click(await screen.findByRole('button', { name: 'Filter' }))
    await user.click(await screen.findByRole('checkbox', { name: 'Attempting' }))
    await waitFor(() => expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`))
    router.history.back()
    await screen.findByRole('button', { name: 'Filter, 1 set' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.searchStr).toBe(`?status=${ATTEMPTING._id}`)
  })

  it('starts selection from a card’s menu; the bulk bar replaces the main actions, and a tap on a card selects it', async () => {
    const { user, server } = await open(aLead(1), aLead(2), aLead(3))
    const [first] = await cards()
    await user.click(within(first as HTMLElement).getByRole('button', { name: 'More actions for Lead 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Select' }))
    const bar = within(await screen.findByRole('toolbar', { name: 'Selected leads' }))
    expect(bar.getByText('1 selected')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'New lead' })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Select Lead 3' }))
    await user.click(bar.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(server.sentTo(operationRoutes.create)).toHaveLength(1))
    expect(server.sentTo(operationRoutes.create)[0]?.body).toMatchObject({
      action: { kind: 'delete' },
      leadIds: [aLead(1)._id, aLead(3)._id],
    })
  })

  it('selects a card by a long press, but not by scrolling', async () => {
    await open(aLead(1), aLead(2))
    const [first, second] = (await cards()) as [HTMLElement, HTMLElement]
    const touch = (name: 'pointerDown' | 'pointerMove' | 'pointerUp', card: HTMLElement, clientY: number) =>
      fireEvent[name](card, { pointerType: 'touch', clientX: 10, clientY })
    touch('pointerDown', second, 10)
    touch('pointerMove', second, 60)
    await new Promise((done) => setTimeout(done, 700))
    expect(screen.queryByRole('toolbar')).toBeNull()
    touch('pointerUp', second, 60)
    touch('pointerDown', first, 10)
    await screen.findByText('1 selected')
    touch('pointerUp', first, 10)
    fireEvent.click(within(first).getByRole('link', { name: 'Lead 1' }))
    expect(screen.getByRole('checkbox', { name: 'Select Lead 1' })).toHaveProperty('checked', true)
    await userEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('checkbox')).toBeNull()
    await screen.findByRole('button', { name: 'New lead' })
  })
})
