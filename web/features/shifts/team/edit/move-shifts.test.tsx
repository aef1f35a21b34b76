import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { daysOfWeek } from '#contract/shifts/person-shifts.ts'
import type { Shift } from '#contract/shifts/shift-shapes.ts'
import { type GridWeek, newShiftSettings, shiftRoutes } from '#contract/shifts/shifts.ts'
import { type ShiftSwap, swapRoutes } from '#contract/shifts/swaps.ts'
import { aSession, BUSINESS_ID, CAMPAIGN_ID } from '../../../../testing/fakes.ts'
import { renderPage } from '../../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../../testing/replies.ts'
import { ShiftsPage } from '../shifts-page.tsx'

/** Sunday, 29 November 2026, 07:00 in Israel. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-29T05:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const WEEK = '2026-11-29'
const NOAM = '018f0000-0000-7000-8000-0000000000b1'
const YAEL = '018f0000-0000-7000-8000-0000000000b2'
const morning: Shift = { from: '08:00', to: '12:00', isOnCall: false }
const evening: Shift = { from: '16:00', to: '20:00', isOnCall: false }
const days = daysOfWeek(WEEK)

type Stored = Record<string, { version: number; days: readonly (readonly Shift[])[] }>
/** A server that keeps drafts: Noam has a morning and an evening on Sunday, Yael an evening on Monday. */
function keeper() {
  const stored: Stored = {
    [NOAM]: { version: 1, days: days.map((_, i) => (i === 0 ? [morning, evening] : [])) },
    [YAEL]: { version: 1, days: days.map((_, i) => (i === 1 ? [evening] : [])) },
  }
  const week = (): GridWeek => ({
    ...{ week: WEEK, publishedAt: null, revision: JSON.stringify(stored), coverage: [], closedDays: [] },
    rows: Object.entries(stored).map(([userId, { version, days: planned }]) => ({
      ...{ userId, version, isPublished: false },
      days: days.map((day, i) => ({ day, shifts: [], draft: [...(planned[i] ?? [])], absence: null })),
    })),
  })
  const people = [
    { _id: NOAM, name: 'Noam', role: 'Lead' as const },
    { _id: YAEL, name: 'Yael', role: 'Writer' as const },
  ].map((person) => ({ ...person, image: null, campaignIds: [CAMPAIGN_ID], isAlways: false }))
  const replies = [
    reply(campaignRoutes.names, { success: true, campaigns: [] }),
    reply(swapRoutes.list, { success: true, swaps: [] }),
    reply(shiftRoutes.settings, { success: true, settings: newShiftSettings, version: 2 }),
    reply(shiftRoutes.grid, () => ({ success: true, people, weeks: [week()] })),
    reply(shiftRoutes.draft, ({ body, params }) => {
      const sent = body as { days: Shift[][]; expected: number }
      stored[params.userId as string] = { version: sent.expected + 1, days: sent.days }
      return { success: true, week: week() }
    }),
  ]
  return { replies, stored }
}
const open = async (replies: FakeReply[]) => {
  const page = await renderPage(<ShiftsPage />, {
    path: `/b/${BUSINESS_ID}/shifts?week=${WEEK}`,
    route: '/b/$businessId/shifts',
    replies,
    session: aSession({ role: 'Owner' }),
  })
  await screen.findByText('2 people in shifts')
  return page
}
const cell = (name: RegExp) => screen.getByRole('button', { name })
const shiftIn = (name: RegExp, from: string) =>
  cell(name).querySelector<HTMLElement>(`[data-shift="${from}"]`) as HTMLElement
function drag(what: HTMLElement, to: HTMLElement, { altKey = false } = {}) {
  fireEvent.pointerDown(what, { button: 0, pointerType: 'mouse' })
  fireEvent.pointerOver(to)
  expect(to.closest('td')?.dataset.drop).toBe('true')
  fireEvent.pointerUp(to, { altKey })
}

describe('a shift', () => {
  it('is dragged to another day of its person in one change, and back by undo', async () => {
    const { replies, stored } = keeper()
    const { user, server } = await open(replies)
    drag(shiftIn(/^Noam, Sun/, '16:00'), cell(/^Noam, Tue/))
    await waitFor(() => expect(stored[NOAM]?.days.slice(0, 3)).toEqual([[morning], [], [evening]]))
    expect(server.sentTo(shiftRoutes.draft)).toHaveLength(1)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(stored[NOAM]?.days.slice(0, 3)).toEqual([[morning, evening], [], []]))
  })

  it('is dragged to another person, and back by one undo; with Alt it is copied', async () => {
    const { replies, stored } = keeper()
    const { user } = await open(replies)
    drag(shiftIn(/^Noam, Sun/, '08:00'), cell(/^Yael, Mon/))
    await waitFor(() => expect(stored[YAEL]?.days[1]).toEqual([morning, evening]))
    await waitFor(() => expect(stored[NOAM]?.days[0]).toEqual([evening]))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect([stored[NOAM]?.days[0], stored[YAEL]?.days[1]]).toEqual([[morning, evening], [evening]]))
    drag(shiftIn(/^Noam, Sun/, '08:00'), cell(/^Yael, Tue/), { altKey: true })
    await waitFor(() => expect(stored[YAEL]?.days[2]).toEqual([morning]))
    expect(stored[NOAM]?.days[0]).toEqual([morning, evening])
  })

  it('stays with its person where the other change is refused, and Escape ends a drag', async () => {
    const { replies, stored } = keeper()
    const { server } = await open(replies)
    const refused = refusal(shiftRoutes.draft, 422, 'invalid_input', { message: 'The ranges overlap' })
    server.use({
      ...refused,
      answer: (asked) =>
        asked.params.userId === NOAM
          ? refused.answer(asked)
          : (replies.find(({ route }) => route === shiftRoutes.draft) as FakeReply).answer(asked),
    })
    drag(shiftIn(/^Noam, Sun/, '08:00'), cell(/^Yael, Tue/))
    await screen.findByText('The ranges overlap')
    await waitFor(() => expect(stored[YAEL]?.version).toBe(3))
    expect([stored[NOAM]?.days[0], stored[YAEL]?.days[2]]).toEqual([[morning, evening], []])
    const before = server.sentTo(shiftRoutes.draft).length
    fireEvent.pointerDown(shiftIn(/^Noam, Sun/, '08:00'), { button: 0, pointerType: 'mouse' })
    fireEvent.pointerOver(cell(/^Yael, Wed/))
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(cell(/^Yael, Wed/).closest('td')?.dataset.drop).toBeUndefined()
    fireEvent.pointerUp(cell(/^Yael, Wed/))
    expect(server.sentTo(shiftRoutes.draft)).toHaveLength(before)
  })

  it('is moved by the keyboard: Ctrl X, arrows and Ctrl V', async () => {
    const { replies, stored } = keeper()
    const { user } = await open(replies)
    cell(/^Yael, Mon/).focus()
    await user.keyboard('{Control>}[KeyX]{/Control}')
    expect(cell(/^Yael, Mon/).closest('td')?.dataset.cut).toBe('true')
    expect(stored[YAEL]?.days[1]).toEqual([evening])
    await user.keyboard('{ArrowUp}{Control>}[KeyV]{/Control}')
    await waitFor(() => expect([stored[NOAM]?.days[1], stored[YAEL]?.days[1]]).toEqual([[evening], []]))
  })
})

it.each(['Undo', 'Undo the swap'])('an approved swap is undone in one step, by %s', async (name) => {
  const user = (_id: string, name: string) => ({ _id, name, image: null })
  const can = { accept: false, decline: false, withdraw: false, approve: true, undo: false }
  const accepted: ShiftSwap = {
    ...{
      id: '018f0000-0000-7000-8000-0000000000c1',
      state: 'accepted',
      note: '',
      createdAt: '2026-11-26T10:00:00.000Z',
    },
    ...{ asker: user(NOAM, 'Noam'), partner: user(YAEL, 'Yael'), decidedAt: null, can },
    ...{ gives: { ...morning, day: '2026-11-30' }, takes: null },
  }
  const approved: ShiftSwap = {
    ...accepted,
    ...{ state: 'approved', decidedAt: '2026-11-29T05:00:00.000Z', can: { ...can, approve: false, undo: true } },
  }
  let now = accepted
  const act = (route: typeof swapRoutes.approve | typeof swapRoutes.undo, next: ShiftSwap) =>
    reply(route, () => {
      now = next
      return { success: true, swap: next }
    })
  const { replies } = keeper()
  const { user: person, server } = await open([
    ...replies.filter(({ route }) => route !== swapRoutes.list),
    reply(swapRoutes.list, () => ({ success: true, swaps: [now] })),
    act(swapRoutes.approve, approved),
    act(swapRoutes.undo, { ...approved, state: 'undone', can: { ...can, approve: false } }),
  ])
  await person.click(await screen.findByRole('button', { name: 'Approve' }))
  await screen.findByText('The swap was approved')
  await screen.findByRole('list', { name: 'Approved swaps' })
  await person.click(screen.getByRole('button', { name }))
  await screen.findByText('The swap was undone')
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Approved swaps' })).toBeNull())
  expect(server.sentTo(swapRoutes.undo)).toHaveLength(1)
})
