import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type GuestAct,
  guestStep,
  isLinkDead,
  leadStatusOf,
  type MeetingState,
  type StaffAct,
  staffStep,
} from './meeting-state.rules.ts'

const HOUR = 3_600_000
const BEGINS = 100 * HOUR
const made: MeetingState = {
  status: 'Invitation Sent',
  cancelledBy: null,
  statusBefore: null,
  outcome: null,
  guestWords: null,
  startsAt: BEGINS,
  endsAt: BEGINS + HOUR,
  offers: [],
  openedAt: null,
  answeredAt: null,
  version: 1,
  sequence: 0,
}

type Timed = { hours: number; seesLast: boolean } & ({ by: 'guest'; act: GuestAct } | { by: 'staff'; act: StaffAct })
const timing = { hours: fc.nat(30), seesLast: fc.boolean() }
const times = fc.integer({ min: 1, max: 400 }).map((hours) => hours * HOUR)
const sequence = fc.constant(0)
const guestActs = fc.record({
  ...timing,
  by: fc.constant('guest' as const),
  act: fc.oneof(
    fc.constant<GuestAct>({ kind: 'open' }),
    fc.record({ kind: fc.constant('accept' as const), sequence }),
    fc.record({ kind: fc.constant('decline' as const), sequence }),
    fc.record({ kind: fc.constant('ask' as const), words: fc.constantFrom('Sunday', 'Later'), sequence }),
    fc.record({ kind: fc.constant('choose' as const), startsAt: times, sequence }),
  ),
})
const staffActs = fc.record({
  ...timing,
  by: fc.constant('staff' as const),
  act: fc.oneof(
    times.map((startsAt): StaffAct => ({ kind: 'move', startsAt, endsAt: startsAt + HOUR })),
    fc.record({ kind: fc.constant('edit' as const), isShown: fc.boolean(), offers: fc.array(times, { maxLength: 6 }) }),
    fc.constant<StaffAct>({ kind: 'confirm' }),
    fc.constant<StaffAct>({ kind: 'cancel' }),
    fc.record({ kind: fc.constant('restore' as const), wasInformed: fc.boolean() }),
    fc.record({ kind: fc.constant('outcome' as const), outcome: fc.constantFrom('held', 'no_show', 'moved', null) }),
  ),
})
const timeline = fc.array(fc.oneof(guestActs, staffActs), { maxLength: 25 }) as fc.Arbitrary<Timed[]>

/** What each accepted act must leave behind, said by decisions 8 and 30 (11) and not by the code. */
function expectAfter(before: MeetingState, { by, act }: Timed, after: MeetingState) {
  if (act.kind === 'open') return expect([before.status, after.status]).toEqual(['Invitation Sent', 'Received'])
  if (act.kind === 'accept' || act.kind === 'choose' || act.kind === 'confirm')
    expect(after).toMatchObject({ status: 'Meeting Confirmed', cancelledBy: null })
  if (act.kind === 'choose') expect(before.offers).toContain(after.startsAt)
  if (act.kind === 'ask') expect(after).toMatchObject({ status: 'Received', guestWords: act.words })
  if (act.kind === 'decline') expect(after).toMatchObject({ status: 'Meeting Canceled', cancelledBy: 'guest' })
  if (act.kind === 'cancel') expect(after).toMatchObject({ status: 'Meeting Canceled', cancelledBy: 'staff' })
  if (act.kind === 'move')
    expect(after).toMatchObject({ status: 'Invitation Sent', startsAt: act.startsAt, outcome: null, guestWords: null })
  if (act.kind === 'restore') expect(after.status).toBe(act.wasInformed ? 'Invitation Sent' : before.statusBefore)
  if (act.kind === 'outcome') expect(after).toMatchObject({ status: before.status, outcome: act.outcome })
  return expect(after.version, by).toBe(before.version + 1)
}

const stepOf = ({ by }: Timed, state: MeetingState, act: GuestAct | StaffAct, now: number) =>
  by === 'guest' ? guestStep(state, act as GuestAct, now) : staffStep(state, act as StaffAct, now)

/** Applies one act to a meeting that the guest last saw at `seen`, checks what it did, and returns the meeting after it. */
function checked(before: MeetingState, one: Timed, { now, seen }: { now: number; seen: number }): MeetingState {
  const act = 'sequence' in one.act ? { ...one.act, sequence: seen } : one.act
  const step = stepOf(one, before, act, now)
  const isAnswer = one.by === 'guest' && act.kind !== 'open'
  if (isAnswer && (before.cancelledBy === 'staff' || now >= before.startsAt || seen !== before.sequence)) {
    expect(step).toHaveProperty('refused')
    return before
  }
  if ('refused' in step) return before
  const { state, isChanged } = step
  if (!isChanged) {
    expect(state).toEqual(before)
    return before
  }
  expectAfter(before, { ...one, act } as Timed, state)
  expect(state.sequence).toBeGreaterThanOrEqual(before.sequence)
  if (state.startsAt !== before.startsAt) expect(state.sequence).toBe(before.sequence + 1)
  expect(state.cancelledBy !== null).toBe(state.status === 'Meeting Canceled')
  expect(state.endsAt).toBeGreaterThan(state.startsAt)
  // The same act again changes nothing.
  if (act.kind !== 'edit' && act.kind !== 'choose')
    expect(stepOf(one, state, act, now)).toEqual({ state, isChanged: false })
  return state
}

test('guest, staff and clock in any order end as the last act that counted says', () => {
  fc.assert(
    fc.property(timeline, (acts) => {
      let [state, now, seen] = [made, 0, made.sequence]
      for (const one of acts) {
        now += one.hours * HOUR
        // The guest answers what they see, or what they saw before the last change.
        if (one.seesLast) seen = state.sequence
        state = checked(state, one, { now, seen })
      }
    }),
    { numRuns: 2_000 },
  )
})

test.each<[string, MeetingState['status'], GuestAct, MeetingState['status']]>([
  ['opening is received', 'Invitation Sent', { kind: 'open' }, 'Received'],
  ['opening again after an answer changes nothing', 'Meeting Confirmed', { kind: 'open' }, 'Meeting Confirmed'],
  ['confirming without opening', 'Invitation Sent', { kind: 'accept', sequence: 0 }, 'Meeting Confirmed'],
  ['a guest who confirmed calls off', 'Meeting Confirmed', { kind: 'decline', sequence: 0 }, 'Meeting Canceled'],
  ['another time in words', 'Meeting Confirmed', { kind: 'ask', words: 'Monday?', sequence: 0 }, 'Received'],
])('%s', (_, status, act, expected) => {
  const step = guestStep({ ...made, status }, act, 0)
  expect(step).toMatchObject({ state: { status: expected } })
})

test('a guest who called off may come after all, until the meeting begins', () => {
  const off: MeetingState = { ...made, status: 'Meeting Canceled', cancelledBy: 'guest' }
  expect(guestStep(off, { kind: 'accept', sequence: 0 }, BEGINS - 1)).toMatchObject({
    state: { status: 'Meeting Confirmed', cancelledBy: null },
  })
  expect(guestStep(off, { kind: 'accept', sequence: 0 }, BEGINS)).toEqual({ refused: 'meeting_over' })
})

test('a chosen time must be one that was offered, and still ahead', () => {
  const offered: MeetingState = { ...made, offers: [50 * HOUR, 60 * HOUR] }
  const choose = (startsAt: number, now = 0) => guestStep(offered, { kind: 'choose', startsAt, sequence: 0 }, now)
  expect(choose(60 * HOUR)).toMatchObject({
    state: { status: 'Meeting Confirmed', startsAt: 60 * HOUR, endsAt: 61 * HOUR, offers: [], sequence: 1 },
  })
  expect(choose(55 * HOUR)).toEqual({ refused: 'meeting_time_taken' })
  expect(choose(50 * HOUR, 50 * HOUR)).toEqual({ refused: 'meeting_time_taken' })
})

test('what became of a meeting is said once it has begun, and not of one that is cancelled', () => {
  const held = { kind: 'outcome', outcome: 'held' } as const
  expect(staffStep(made, held, BEGINS - 1)).toEqual({ refused: 'meeting_not_begun' })
  expect(staffStep(made, held, BEGINS)).toMatchObject({ state: { outcome: 'held', status: 'Invitation Sent' } })
  const off: MeetingState = { ...made, status: 'Meeting Canceled', cancelledBy: 'guest' }
  expect(staffStep(off, held, BEGINS)).toEqual({ refused: 'meeting_cancelled' })
})

test('a link lives for 24 hours after the end', () => {
  expect(isLinkDead(made, made.endsAt + 24 * HOUR - 1)).toBe(false)
  expect(isLinkDead(made, made.endsAt + 24 * HOUR)).toBe(true)
})

describe("a lead's status", () => {
  const meeting = (id: string, begins: number, status: MeetingState['status']) => ({
    id,
    status,
    startsAt: begins * HOUR,
    endsAt: (begins + 1) * HOUR,
  })
  test.each<[string, ReturnType<typeof meeting>[], string]>([
    ['no meeting', [], 'No meeting'],
    ['the next one', [meeting('a', 30, 'Received'), meeting('b', 20, 'Meeting Confirmed')], 'Meeting Confirmed'],
    [
      'a cancelled one is passed over',
      [meeting('a', 20, 'Meeting Canceled'), meeting('b', 30, 'Invitation Sent')],
      'Invitation Sent',
    ],
    ['one that runs is the next', [meeting('a', 10, 'Received'), meeting('b', 30, 'Meeting Confirmed')], 'Received'],
    [
      'without a next one the latest, also if it is cancelled',
      [meeting('a', 5, 'Meeting Confirmed'), meeting('b', 30, 'Meeting Canceled')],
      'Meeting Canceled',
    ],
    ['a past one stays', [meeting('a', 2, 'Meeting Confirmed'), meeting('b', 5, 'Received')], 'Received'],
  ])('%s', (_, meetings, expected) => {
    expect(leadStatusOf(meetings, 10.5 * HOUR)).toBe(expected)
    expect(leadStatusOf([...meetings].reverse(), 10.5 * HOUR)).toBe(expected)
  })
})
