import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/events/live.ts'
import { NO_PLAN, type PersonShifts, type ShiftPlan } from '#contract/shifts/shift-shapes.ts'
import { newShiftSettings, type OwnShifts, shiftRoutes } from '#contract/shifts/shifts.ts'
import { type NewSwap, type ShiftSwap, swapRoutes } from '#contract/shifts/swaps.ts'
import { deliverLive } from '../../../lib/http/live.ts'
import { BUSINESS_ID, USER_ID } from '../../../testing/fakes.ts'
import { renderPage } from '../../../testing/render.tsx'
import { type FakeReply, refusal, reply } from '../../../testing/replies.ts'
import { MyShiftsPage } from './my-shifts-page.tsx'

/** Tuesday, 24 November 2026, 12:00 in Israel. */
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T10:00:00Z') }))
afterEach(() => void vi.useRealTimers())

const shift = (from: string, to: string, isOnCall = false) => ({ from, to, isOnCall })
const office = [0, 1, 2, 3, 4, 5, 6].map((day) => (day < 5 ? [shift('08:00', '16:00')] : []))
const plan: ShiftPlan = { weekly: [{ days: office, validFrom: null, validTo: null }], exceptions: [] }
const stored = (changes: Partial<PersonShifts> = {}, version = 3): OwnShifts => ({
  success: true,
  userId: USER_ID,
  shifts: { plan, agreed: null, weeks: [], pause: null, ...changes },
  version,
  onCallCounts: false,
  templates: newShiftSettings.templates,
})
const read = (changes?: Partial<PersonShifts>, version?: number) => reply(shiftRoutes.own, stored(changes, version))
type Sent = { plan: ShiftPlan; expected: number }
const saves = reply(shiftRoutes.changeOwn, ({ body }) => {
  const sent = body as Sent
  return stored({ plan: sent.plan }, sent.expected + 1)
})
const noSwaps = reply(swapRoutes.list, { success: true, swaps: [] })
const open = async (...replies: FakeReply[]) => {
  const page = await renderPage(<MyShiftsPage />, { replies: [noSwaps, ...replies] })
  await screen.findByRole('heading', { name: 'Hours of every week' })
  const sent = () => page.server.sentTo(shiftRoutes.changeOwn).map(({ body }) => body as Sent)
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...page, sent, save }
}
const status = () => screen.getByRole('status', { name: 'On shift or not' }).textContent
const change = (name: string, time: string) =>
  fireEvent.change(screen.getByLabelText(name), { target: { value: time } })
const isChanged = {
  name: 'shift_plan.changed',
  businessId: BUSINESS_ID,
  actor: { userId: USER_ID },
} as unknown as LiveEvent

describe('weekly hours', () => {
  it('a person without shifts always receives, and is offered to set weekly hours', async () => {
    const { user, sent, save } = await open(read({ plan: NO_PLAN }), saves)
    expect(status()).toBe('You have no shifts, so you receive everything, always')
    await user.click(screen.getByRole('button', { name: 'Set weekly hours' }))
    await save()
    await screen.findByText('Shifts saved')
    expect(sent()).toEqual([{ plan, expected: 3 }])
    await waitFor(() => expect(status()).toBe('On shift until 16:00'))
  })

  it('are changed by hand and by a template, and saved whole', async () => {
    const { user, sent, save } = await open(read(), saves)
    expect(status()).toBe('On shift until 16:00')
    change('Monday, until', '18:30')
    await user.click(screen.getByRole('button', { name: 'Template for Tuesday' }))
    await user.click(await screen.findByRole('menuitem', { name: /^Split/ }))
    await user.click(screen.getByRole('checkbox', { name: 'Thursday, on call' }))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    const [, monday, tuesday, wednesday, thursday] = sent()[0]?.plan.weekly[0]?.days ?? []
    expect(monday).toEqual([shift('08:00', '18:30')])
    expect(tuesday).toEqual([shift('08:00', '12:00'), shift('15:00', '18:00')])
    expect(wednesday).toEqual([shift('08:00', '16:00')])
    expect(thursday).toEqual([shift('08:00', '16:00', true)])
  })

  it('other hours follow from a date', async () => {
    const { user, sent, save } = await open(read(), saves)
    await user.click(screen.getByRole('button', { name: 'Other hours from a date' }))
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    // The first hours end in a week, and the others begin on the day after.
    const [first, second] = sent()[0]?.plan.weekly ?? []
    expect([first?.validTo, second?.validFrom, second?.validTo]).toEqual(['2026-11-30', '2026-12-01', null])
  })

  it('a shift that is too short is marked, and not sent', async () => {
    const { sent, save } = await open(read(), saves)
    change('Monday, until', '08:10')
    await screen.findByText('A range must have at least 15 minutes')
    await save()
    expect(sent()).toEqual([])
  })
})

describe('other days', () => {
  it('a vacation is added, seen in the next two weeks, and saved', async () => {
    const { user, sent, save } = await open(read(), saves)
    await user.click(screen.getByRole('button', { name: 'Add a day or a vacation' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    const list = await screen.findByRole('list', { name: 'Vacation and other days' })
    within(list).getByText('Vacation')
    expect(screen.getAllByText('Vacation')).toHaveLength(2)
    await save()
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.plan.exceptions).toEqual([{ kind: 'vacation', from: '2026-11-25', to: '2026-11-25' }])
  })

  it('an extra shift has its own hours, and a day has only one change', async () => {
    const extra = { kind: 'extra' as const, day: '2026-11-25', shifts: [shift('18:00', '20:00')] }
    const { user, sent, save } = await open(read({ plan: { ...plan, exceptions: [extra] } }), saves)
    await user.click(screen.getByRole('button', { name: 'Add a day or a vacation' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('combobox', { name: 'Kind' }))
    await user.click(await screen.findByRole('option', { name: 'Short day' }))
    await user.click(dialog.getByRole('button', { name: 'OK' }))
    await dialog.findByText('This date is in the list already')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: /^Remove Extra shift/ }))
    await save()
    await waitFor(() => expect(sent()[0]?.plan.exceptions).toEqual([]))
  })
})

it('a pause begins at once and is ended', async () => {
  const until = '2026-11-24T12:00:00.000Z'
  // Some seconds after the minute that the page shows.
  const pause = { from: '2026-11-24T10:00:20.000Z', until }
  const { user, server } = await open(
    read(),
    reply(shiftRoutes.pauseOwn, ({ body }) => stored((body as { until: string | null }).until ? { pause } : {})),
  )
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Two hours/ }))
  await waitFor(() => expect(status()).toBe('Paused until 14:00'))
  await user.click(screen.getByRole('button', { name: 'End the pause' }))
  await waitFor(() => expect(status()).toBe('On shift until 16:00'))
  expect(server.sentTo(shiftRoutes.pauseOwn).map(({ body }) => body)).toEqual([{ until }, { until: null }])
})

it('the hours of a published week are shown instead of the weekly ones', async () => {
  const days = office.with(3, [shift('12:00', '20:00')])
  await open(read({ agreed: plan.weekly, weeks: [{ week: '2026-11-22', days }] }))
  screen.getByText('Published')
  expect(screen.getAllByText('12:00–20:00')).toHaveLength(1)
})

describe('when others change the shifts', () => {
  const theirs = { weekly: [{ days: office.with(1, []), validFrom: null, validTo: null }], exceptions: [] }

  it('what is typed is kept after a conflict, and can be saved over theirs', async () => {
    const { server, user, sent, save } = await open(read())
    change('Monday, until', '18:00')
    server.use(read({ plan: theirs }, 4))
    server.use(refusal(shiftRoutes.changeOwn, 409, 'changed_meanwhile'))
    await save()
    await screen.findByText(/Another person saved other shifts/)
    server.use(saves)
    await user.click(screen.getByRole('button', { name: 'Continue with my changes' }))
    await save()
    await screen.findByText('Shifts saved')
    expect(sent().map(({ expected }) => expected)).toEqual([3, 4])
    expect(sent()[1]?.plan.weekly[0]?.days[1]).toEqual([shift('08:00', '18:00')])
  })

  it('theirs can be shown instead; a page without changes shows them at once', async () => {
    const { server, user } = await open(read())
    change('Monday, until', '18:00')
    server.use(read({ plan: theirs }, 4))
    act(() => deliverLive({ kind: 'change', event: isChanged }))
    await user.click(await screen.findByRole('button', { name: 'Show what is saved' }))
    await waitFor(() => expect(screen.queryByLabelText('Monday, until')).toBeNull())
    server.use(read({}, 5))
    act(() => deliverLive({ kind: 'change', event: isChanged }))
    expect(((await screen.findByLabelText('Monday, until')) as HTMLInputElement).value).toBe('16:00')
  })
})

describe('swaps', () => {
  const noam = { _id: '018f0000-0000-7000-8000-0000000000b1', name: 'Noam', image: null }
  const me = { _id: USER_ID, name: 'Shira', image: null }
  const swap: ShiftSwap = {
    id: '018f0000-0000-7000-8000-0000000000c1',
    state: 'asked',
    asker: noam,
    partner: me,
    gives: { ...shift('10:00', '18:00'), day: '2026-11-26' },
    takes: { ...shift('08:00', '16:00'), day: '2026-11-25' },
    note: 'Doctor',
    createdAt: '2026-11-23T10:00:00.000Z',
    decidedAt: null,
    can: { accept: true, decline: true, withdraw: false, approve: false, undo: false },
  }

  it('one is asked of a colleague, with a shift in return', async () => {
    const { user, server } = await open(
      read(),
      reply(swapRoutes.choices, {
        success: true,
        own: [{ ...shift('08:00', '16:00'), day: '2026-11-25' }],
        colleagues: [{ ...noam, shifts: [{ ...shift('10:00', '18:00'), day: '2026-11-26' }] }],
      }),
      reply(swapRoutes.ask, { success: true, swap }),
    )
    await user.click(screen.getByRole('button', { name: 'Ask for a swap' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('combobox', { name: 'With' }))
    await user.click(await screen.findByRole('option', { name: 'Noam' }))
    await user.click(await dialog.findByRole('combobox', { name: 'In return' }))
    await user.click(await screen.findByRole('option', { name: /10:00–18:00/ }))
    await user.type(dialog.getByLabelText('Note (optional)'), 'Doctor')
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await screen.findByText('The request was sent')
    const body: NewSwap = {
      gives: { day: '2026-11-25', from: '08:00' },
      partnerId: noam._id,
      takes: { day: '2026-11-26', from: '10:00' },
      note: 'Doctor',
    }
    expect(server.sentTo(swapRoutes.ask).map((call) => call.body)).toEqual([body])
  })

  it('the partner agrees; a refusal is shown, and the request is read again', async () => {
    const { user, server } = await open(
      read(),
      reply(swapRoutes.list, { success: true, swaps: [swap] }),
      refusal(swapRoutes.accept, 409, 'swap_outdated', { message: 'One of the shifts changed' }),
    )
    await screen.findByText(/asks for a swap/)
    await user.click(screen.getByRole('button', { name: 'Agree' }))
    await screen.findByText('One of the shifts changed')
    const done = { ...swap, state: 'accepted' as const, can: { ...swap.can, accept: false, decline: false } }
    server.use(reply(swapRoutes.accept, { success: true, swap: done }))
    server.use(reply(swapRoutes.list, { success: true, swaps: [done] }))
    await user.click(screen.getByRole('button', { name: 'Agree' }))
    await screen.findByText("Waits for an owner's approval")
    expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull()
  })

  it('a colleague is asked to stand in for an absence that is saved, and who was asked stands with it', async () => {
    const absence = { kind: 'vacation' as const, from: '2026-11-25', to: '2026-11-26' }
    const asked: ShiftSwap = {
      ...swap,
      asker: me,
      partner: noam,
      takes: null,
      gives: { ...swap.gives, day: '2026-11-25' },
    }
    const { user, server, sent } = await open(
      read({ plan: { weekly: [], exceptions: [absence] } }),
      reply(swapRoutes.choices, { success: true, own: [], colleagues: [{ ...noam, shifts: [] }] }),
      reply(swapRoutes.standIn, { success: true, swaps: [asked], left: [{ ...swap.gives, day: '2026-11-26' }] }),
    )
    await user.click(await screen.findByRole('button', { name: 'Ask for a stand-in' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('Note (optional)'), 'Back on Friday')
    server.use(reply(swapRoutes.list, { success: true, swaps: [asked] }))
    await user.click(dialog.getByRole('button', { name: 'Send the request' }))
    await screen.findByText(/^The colleague was asked to take one shift. One shift was left out/)
    expect(server.sentTo(swapRoutes.standIn).map((call) => call.body)).toEqual([
      { from: absence.from, to: absence.to, partnerId: noam._id, note: 'Back on Friday' },
    ])
    // The plan's form around it is not sent.
    expect(sent()).toEqual([])
    const row = within(await screen.findByRole('list', { name: 'Vacation and other days' }))
    await row.findByText('one shift: Waits for the colleague')
    row.getByText('Noam')
  })
})
