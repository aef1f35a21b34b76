import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { businessRoutes } from '#contract/businesses.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { OPERATION_POLL_MS, type Operation, operationRoutes } from '#contract/leads/operations.ts'
import type { Role } from '#contract/roles.ts'
import { aBusiness, aSession, BUSINESS_ID, CAMPAIGN_ID, USER_ID } from '../../../testing/fakes.ts'
import { ATTEMPTING, aLead, aPage, idOf, NEW, NOAM, surroundings } from '../../../testing/lead-fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { LeadsPage } from '../list/leads-page.tsx'

const path = `/b/${BUSINESS_ID}/c/${CAMPAIGN_ID}/leads`
const anOperation = (changes: Partial<Operation> = {}): Operation => ({
  _id: idOf(700),
  kind: 'status',
  undoes: null,
  subject: null,
  tags: null,
  lead: null,
  fields: [],
  author: { _id: USER_ID, name: 'שירה', image: null },
  state: 'done',
  total: 2,
  done: 2,
  skipped: 0,
  error: null,
  undoneBy: null,
  canUndo: true,
  canCancel: false,
  createdAt: '2026-11-21T10:00:00.000Z',
  startedAt: null,
  finishedAt: null,
  ...changes,
})
const began = (changes: Partial<Operation> = {}) =>
  reply(operationRoutes.create, { success: true, operation: anOperation(changes) })
const is = (changes: Partial<Operation> = {}) =>
  reply(operationRoutes.get, { success: true, operation: anOperation(changes), left: [], leftCount: 0 })

const open = async (replies: FakeReply[], { search = '', role = 'Owner' as Role, total = 1_284 } = {}) => {
  const leads = [1, 2, 3].map((number) => aLead(number))
  const page = await renderPage(<LeadsPage />, {
    path: path + search,
    route: '/b/$businessId/c/$campaignId/leads',
    session: aSession({ role }),
    replies: [
      ...surroundings(role),
      reply(leadRoutes.tags, { success: true, tags: ['vip'] }),
      reply(leadRoutes.list, aPage(leads, { total })),
      ...replies,
    ],
  })
  await screen.findByRole('row', { name: /Lead 1/ })
  return page
}
type Opened = Awaited<ReturnType<typeof open>>
const choose = async ({ user }: Opened, ...numbers: number[]) => {
  for (const number of numbers) await user.click(await screen.findByRole('checkbox', { name: `Select Lead ${number}` }))
  return within(await screen.findByRole('toolbar', { name: 'Selected leads' }))
}
const sent = ({ server }: Opened) => server.sentTo(operationRoutes.create).map(({ body }) => body)
const idsOf = (...numbers: number[]) => numbers.map((number) => aLead(number)._id)

describe('bulk actions', () => {
  it('marks the selected leads as read or unread at once, with undo', async () => {
    const page = await open([began({ kind: 'unread' })])
    const unread = () => screen.queryAllByText('Unread').length
    const bar = await choose(page, 1, 3)
    await page.user.click(bar.getByRole('button', { name: 'Read mark' }))
    page.server.use(refusal(leadRoutes.list, 500, 'internal'))
    await page.user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }))
    await waitFor(() => expect(unread()).toBe(2))
    expect(sent(page)).toEqual([{ action: { kind: 'unread' }, leadIds: idsOf(1, 3) }])
    await screen.findByText('2 leads were marked as unread')
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull())
  })

  it('changes the status of the selected leads, with undo', async () => {
    const undone = reply(operationRoutes.undo, {
      success: true,
      operation: anOperation({ kind: 'undo', canUndo: false }),
    })
    const page = await open([began(), undone])
    const bar = await choose(page, 1, 3)
    expect(bar.getByText('2 selected')).toBeDefined()
    page.server.use(refusal(leadRoutes.list, 500, 'internal'))
    await page.user.click(bar.getByRole('button', { name: 'Status' }))
    await page.user.click(await screen.findByRole('menuitemradio', { name: 'Attempting' }))
    await screen.findByText('The status of 2 leads was changed')
    const statuses = () =>
      screen.getAllByRole('row', { name: /Lead/ }).map((row) => within(row).queryByText('Attempting') !== null)
    expect(statuses(), 'shown before the list is there again').toEqual([true, false, true])
    expect(sent(page)).toEqual([{ action: { kind: 'status', statusId: ATTEMPTING._id }, leadIds: idsOf(1, 3) }])
    expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull()
    await page.user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 leads were restored to their previous state')
    expect(page.server.sentTo(operationRoutes.undo)[0]?.params).toEqual({ id: idOf(700) })
  })

  it('asks why leads are lost, and goes on without a reason', async () => {
    const lost = { ...ATTEMPTING, _id: idOf(230), nameEn: 'Lost', type: 'Lost' as const, asks: 'lost_reason' as const }
    const statuses = [NEW, ATTEMPTING, lost]
    const page = await open([began(), reply(businessRoutes.get, { success: true, business: aBusiness(), statuses })])
    const lose = async (lead: number, answer: (question: HTMLElement) => Promise<void>) => {
      const bar = await choose(page, lead)
      await page.user.click(bar.getByRole('button', { name: 'Status' }))
      await page.user.click(await screen.findByRole('menuitemradio', { name: 'Lost' }))
      await answer(await screen.findByRole('dialog', { name: 'Why were they lost?' }))
      await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull())
    }
    await lose(1, (question) => page.user.click(within(question).getByRole('button', { name: 'No reason' })))
    await lose(2, async (question) => {
      await page.user.click(within(question).getByRole('button', { name: 'The price' }))
      await page.user.click(within(question).getByRole('button', { name: 'Save' }))
    })
    expect(sent(page)).toEqual([
      { action: { kind: 'status', statusId: lost._id }, leadIds: idsOf(1) },
      { action: { kind: 'status', statusId: lost._id, lostReason: 'The price' }, leadIds: idsOf(2) },
    ])
  })

  it('assigns and unassigns the selected leads', async () => {
    const page = await open([began({ kind: 'assign' })])
    for (const name of [NOAM.name, 'Not assigned']) {
      const bar = await choose(page, 2)
      await page.user.click(bar.getByRole('button', { name: 'Assign' }))
      await page.user.click(await screen.findByRole('menuitem', { name }))
      await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull())
    }
    expect(sent(page)).toEqual([
      { action: { kind: 'assign', assignedTo: NOAM._id }, leadIds: idsOf(2) },
      { action: { kind: 'assign', assignedTo: null }, leadIds: idsOf(2) },
    ])
  })

  it('adds and removes tags', async () => {
    const page = await open([began({ kind: 'tag' })])
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Tag' }))
    await page.user.type(await screen.findByRole('combobox', { name: 'Tags to add' }), 'vip{Enter}')
    await page.user.type(screen.getByRole('combobox', { name: 'Tags to remove' }), 'cold{Enter}')
    await page.user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(sent(page)).toEqual([{ action: { kind: 'tag', add: ['vip'], remove: ['cold'] }, leadIds: idsOf(1) }]),
    )
  })

  it('acts on all leads that match except the deselected ones', async () => {
    const page = await open([began({ kind: 'delete', total: 1_283, done: 1_280, skipped: 3 })], {
      search: '?unread=true&search=noam',
    })
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Select all 1,284' }))
    expect(bar.getByText('1,284 selected')).toBeDefined()
    await page.user.click(screen.getByRole('checkbox', { name: 'Select Lead 2' }))
    expect(bar.getByText('1,283 selected')).toBeDefined()
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete 1,283 leads?' }))
    await page.user.click(question.getByRole('checkbox', { name: 'Delete 1,283 leads' }))
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Operation succeeded. 1,280 leads are in the trash · 3 skipped')
    expect(sent(page)).toEqual([
      {
        action: { kind: 'delete' },
        all: true,
        campaignId: [CAMPAIGN_ID],
        filters: { unread: true },
        search: 'noam',
        except: idsOf(2),
      },
    ])
  })

  it('deletes more than 50 leads only once their number is confirmed; Restore brings them back', async () => {
    const undone = reply(operationRoutes.undo, { success: true, operation: anOperation({ kind: 'undo' }) })
    const page = await open([began({ kind: 'delete', total: 51, done: 51 }), undone], { total: 51 })
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Select all 51' }))
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete 51 leads?' }))
    expect(question.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(true)
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    expect(sent(page)).toEqual([])
    await page.user.click(question.getByRole('checkbox', { name: 'Delete 51 leads' }))
    await page.user.click(question.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Operation succeeded. 51 leads are in the trash')
    expect(sent(page)).toMatchObject([{ action: { kind: 'delete' }, all: true }])
    await page.user.click(screen.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(page.server.sentTo(operationRoutes.undo)).toHaveLength(1))
  })

  it('deletes 50 leads without a question', async () => {
    const page = await open([began({ kind: 'delete', total: 50, done: 50 })], { total: 50 })
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Select all 50' }))
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Operation succeeded. 50 leads are in the trash')
  })

  it('clears the selection in another list', async () => {
    const page = await open([])
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Select all 1,284' }))
    await page.router.navigate({ to: '.', search: { unread: 'true' } as never })
    await waitFor(() => expect(screen.queryByRole('toolbar', { name: 'Selected leads' })).toBeNull())
  })

  it('shows the progress of a long operation, its cancel button and its result', async () => {
    const running = { state: 'running' as const, total: 84_000, done: 12_000, canCancel: true, canUndo: false }
    const page = await open([
      began({ ...running, state: 'queued', done: 0 }),
      is(running),
      reply(operationRoutes.cancel, { success: true, operation: anOperation(running) }),
    ])
    const bar = await choose(page, 1)
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    await screen.findByText('12,000 of 84,000', undefined, { timeout: 3 * OPERATION_POLL_MS })
    const all = screen.getByRole('link', { name: 'All background actions' })
    expect(all.getAttribute('href')).toBe(`/b/${BUSINESS_ID}/operations`)
    await page.user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(page.server.sentTo(operationRoutes.cancel)).toHaveLength(1)
    page.server.use(is({ ...running, state: 'cancelled', done: 13_500, canUndo: true }))
    await screen.findByText('Cancelled after 13,500 leads', undefined, { timeout: 3 * OPERATION_POLL_MS })
    expect(screen.queryByText(/of 84,000/)).toBeNull()
  })

  it('shows why an operation was refused and keeps the selection; shows why one failed', async () => {
    const page = await open([refusal(operationRoutes.create, 422, 'too_many_leads', { message: 'Too many leads' })])
    const bar = await choose(page, 1, 2)
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    await screen.findByText('Operation failed. Too many leads')
    expect(bar.getByText('2 selected')).toBeDefined()
    page.server.use(began({ state: 'failed', error: 'campaign_not_found', canUndo: false }))
    await page.user.click(bar.getByRole('button', { name: 'Delete' }))
    await screen.findByText(/^Operation failed\. ./)
  })

  it('offers only actions that the role allows', async () => {
    const affiliate = await open([], { role: 'Affiliate' })
    const bar = await choose(affiliate, 1)
    expect(bar.queryByRole('button', { name: 'Assign' })).not.toBeNull()
    expect(bar.queryByRole('button', { name: 'Delete' })).toBeNull()
    affiliate.unmount()
    await open([], { role: 'Writer' })
    expect(screen.queryByRole('checkbox', { name: /Select/ })).toBeNull()
  })
})
