import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Plan } from '../../numbers/routing.rules.ts'
import { factsOf } from './call-facts.rules.ts'
import { attemptsOf, progressOf } from './call-progress.rules.ts'
import type { ReportKind, StoredReport } from './call-reports.rules.ts'

const start = Date.parse('2026-03-01T08:00:00Z')
const plan = (changes: Partial<Plan> = {}): Plan => ({
  block: null,
  language: 'he',
  announcement: null,
  whisper: null,
  screening: false,
  recording: false,
  callerId: '+972541234567',
  steps: [{ seconds: 20, legs: [{ kind: 'softphone', userId: 'dana' }] }],
  closing: { kind: 'hangup' },
  ...changes,
})
const mobile = (userId: string) => ({ kind: 'phone', phone: '+972501111111', userId }) as const
const twoSteps = plan({
  steps: [
    { seconds: 20, legs: [{ kind: 'softphone', userId: 'dana' }] },
    { seconds: 20, legs: [{ kind: 'softphone', userId: 'amir' }] },
  ],
})

const oneMobile = plan({ steps: [{ seconds: 20, legs: [mobile('noa')] }] })

/** A report `at` seconds after the call came in. */
function report(kind: ReportKind, at: number, form: Record<string, string>, where = {}): StoredReport {
  const time = new Date(start + at * 1_000)
  const Timestamp = time.toUTCString().replace('GMT', '+0000')
  return { kind, form: { CallSid: 'CA1', Timestamp, ...form }, receivedAt: time.toISOString(), ...where }
}
const arrives = report('inbound', 0, {})
const leg = (at: number, status: string, { step = 1, place = 0, ...form }: Record<string, unknown> = {}) =>
  report(
    'leg',
    at,
    { CallSid: `CH${step}${place}`, ParentCallSid: 'CA1', CallStatus: status, ...(form as object) },
    { step, place },
  )
const dial = (at: number, status: string, form: Record<string, string> = {}, step = 1) =>
  report('dial', at, { CallStatus: 'in-progress', DialCallStatus: status, DialBridged: 'false', ...form }, { step })
const ends = (at: number, status = 'completed', CallDuration = '0') =>
  report('status', at, { CallStatus: status, CallDuration })

const rings = (step = 1, place = 0, from = 0) => [
  leg(from, 'initiated', { step, place }),
  leg(from + 1, 'ringing', { step, place }),
]
const talk = [
  arrives,
  ...rings(),
  leg(6, 'in-progress'),
  leg(66, 'completed', { CallDuration: '60' }),
  dial(66, 'completed', { DialBridged: 'true', DialCallDuration: '60', DialCallSid: 'CH10' }),
  ends(66, 'completed', '66'),
]
const gone = { CallStatus: 'no-answer' }

const cases: [
  what: string,
  plan: Plan | null,
  reports: StoredReport[],
  status: string | null,
  reason: string | null,
][] = [
  ['they spoke', plan(), talk, 'Answered', 'bridged'],
  [
    'they spoke, and the provider does not say that they were connected',
    plan(),
    talk.filter(({ kind }) => kind !== 'dial'),
    'Answered',
    'bridged',
  ],
  [
    'they spoke, and the end is reported again later',
    plan(),
    [...talk, leg(9, 'in-progress'), leg(90, 'completed', { CallDuration: '60' }), ends(90, 'completed', '66')],
    'Answered',
    'bridged',
  ],
  ['they speak', plan(), [arrives, ...rings(), leg(6, 'in-progress')], null, null],
  ['it rings', plan(), [arrives, ...rings()], null, null],
  [
    'it rang out',
    plan(),
    [arrives, ...rings(), leg(20, 'no-answer'), dial(20, 'no-answer'), ends(21)],
    'Not Answered',
    'rang_out',
  ],
  ['busy', oneMobile, [arrives, leg(0, 'initiated'), leg(1, 'busy'), dial(1, 'busy'), ends(2)], 'Busy', 'all_busy'],
  [
    'declined in the browser, as the exchange reports it',
    plan(),
    [arrives, ...rings(), leg(2, 'no-answer'), dial(2, 'no-answer', { CallStatus: 'ringing' }), ends(3)],
    'Not Answered',
    'declined',
  ],
  [
    'declined in the browser, as the vendor reports it',
    plan(),
    [arrives, ...rings(), leg(2, 'busy'), dial(2, 'busy', { CallStatus: 'ringing' }), ends(3)],
    'Not Answered',
    'declined',
  ],
  [
    'declined in the browser, and the report of the phone is lost',
    plan(),
    [arrives, dial(2, 'busy', { CallStatus: 'ringing' }), ends(3)],
    'Not Answered',
    'declined',
  ],
  [
    'declined in the browser, and the mobile that rang with it is busy',
    plan({ steps: [{ seconds: 20, legs: [{ kind: 'softphone', userId: 'dana' }, mobile('noa')] }] }),
    [arrives, ...rings(), leg(1, 'busy', { place: 1 }), leg(2, 'busy'), dial(2, 'busy'), ends(3)],
    'Not Answered',
    'rang_out',
  ],
  [
    'one declines, and the next rings out',
    twoSteps,
    [
      ...[arrives, ...rings(), leg(2, 'busy'), dial(2, 'busy')],
      ...[...rings(2, 0, 2), leg(22, 'no-answer', { step: 2 }), dial(22, 'no-answer', {}, 2), ends(23)],
    ],
    'Not Answered',
    'rang_out',
  ],
  [
    'a mobile that declines is one that does not answer',
    oneMobile,
    [arrives, ...rings(), leg(2, 'no-answer'), dial(2, 'no-answer', { CallStatus: 'ringing' }), ends(3)],
    'Not Answered',
    'rang_out',
  ],
  [
    'no phone to ring',
    plan({ steps: [], closing: { kind: 'voicemail', text: 'x' } }),
    [arrives, report('voicemail', 15, {}), ends(16)],
    'Not Answered',
    'no_phones',
  ],
  ['no phone to ring, while the message is heard', plan({ steps: [] }), [arrives], null, null],
  [
    'the caller hung up, reported as canceled',
    plan(),
    [arrives, ...rings(), leg(5, 'canceled'), dial(5, 'canceled', { CallStatus: 'canceled' }), ends(5, 'canceled')],
    'Caller Canceled',
    'hangup_while_ringing',
  ],
  [
    'the caller hung up, reported as no answer',
    plan(),
    [arrives, ...rings(), leg(5, 'no-answer'), dial(5, 'no-answer', gone), ends(5, 'no-answer')],
    'Caller Canceled',
    'hangup_while_ringing',
  ],
  [
    'the caller hung up, not reported of the dialling at all',
    plan(),
    [arrives, ...rings(), leg(5, 'canceled'), ends(5, 'no-answer')],
    'Caller Canceled',
    'hangup_while_ringing',
  ],
  [
    'after a notice the same hang-up is a completed call',
    plan({ announcement: 'x' }),
    [arrives, ...rings(), leg(5, 'no-answer'), dial(5, 'no-answer', { CallStatus: 'completed' }), ends(5)],
    'Caller Canceled',
    'hangup_while_ringing',
  ],
  [
    'the caller left with the last ring',
    plan(),
    [arrives, ...rings(), leg(20, 'no-answer'), dial(20, 'no-answer', gone), ends(20, 'no-answer')],
    'Not Answered',
    'rang_out',
  ],
  [
    'the caller left during the notice',
    plan({ announcement: 'Hello. This call is recorded to improve our service.' }),
    [arrives, ends(2)],
    'Caller Canceled',
    'left_before_dial',
  ],
  [
    'the call ended long after the notice, and its phones are not known yet',
    plan({ announcement: 'Hello. This call is recorded to improve our service.' }),
    [arrives, ends(30)],
    null,
    null,
  ],
  [
    'the call ended long after the notice, and no report of its phones came',
    plan({ announcement: 'Hello. This call is recorded to improve our service.' }),
    [arrives, ends(30), report('waited', 60, {})],
    'Caller Canceled',
    'left_before_dial',
  ],
  [
    'one busy, the other rang out',
    twoSteps,
    [
      arrives,
      leg(0, 'initiated'),
      leg(1, 'busy'),
      dial(1, 'busy'),
      ...rings(2, 0, 1),
      leg(21, 'no-answer', { step: 2 }),
      dial(21, 'no-answer', {}, 2),
      ends(22),
    ],
    'Not Answered',
    'rang_out',
  ],
  [
    'the first rang out, the caller left at the second',
    twoSteps,
    [
      arrives,
      ...rings(),
      leg(20, 'no-answer'),
      dial(20, 'no-answer'),
      ...rings(2, 0, 20),
      leg(25, 'canceled', { step: 2 }),
      dial(25, 'canceled', gone, 2),
      ends(25),
    ],
    'Caller Canceled',
    'hangup_while_ringing',
  ],
  [
    'the second one answered',
    twoSteps,
    [
      arrives,
      ...rings(),
      leg(20, 'no-answer'),
      dial(20, 'no-answer'),
      ...rings(2, 0, 20),
      leg(25, 'in-progress', { step: 2 }),
      dial(30, 'completed', { DialBridged: 'true', DialCallDuration: '5' }, 2),
      ends(30),
    ],
    'Answered',
    'bridged',
  ],
  [
    'no phone could be reached',
    plan(),
    [arrives, leg(0, 'initiated'), leg(1, 'failed'), dial(1, 'failed'), ends(1)],
    'Unknown',
    'route_failed',
  ],
  [
    'it rang and failed',
    plan(),
    [arrives, ...rings(), leg(3, 'failed'), dial(3, 'failed'), ends(3)],
    'Not Answered',
    'failed_after_ring',
  ],
  [
    'a machine answered and pressed nothing',
    plan({ screening: true, steps: [{ seconds: 20, legs: [mobile('noa')] }] }),
    [
      arrives,
      ...rings(),
      leg(4, 'in-progress'),
      report('whisper', 4, { CallSid: 'CH10' }, { step: 1, place: 0 }),
      leg(12, 'completed', { CallDuration: '8' }),
      dial(12, 'completed'),
      ends(13),
    ],
    'Not Answered',
    'rang_out',
  ],
  [
    '1 was pressed',
    plan({ screening: true, steps: [{ seconds: 20, legs: [mobile('noa')] }] }),
    [
      arrives,
      ...rings(),
      leg(4, 'in-progress'),
      report('screen', 7, { CallSid: 'CH10', Digits: '1' }, { step: 1, place: 0 }),
      dial(30, 'completed', { DialBridged: 'true', DialCallDuration: '23' }),
      ends(30),
    ],
    'Answered',
    'bridged',
  ],
  [
    'a message was left',
    plan({ closing: { kind: 'voicemail', text: 'x' } }),
    [arrives, ...rings(), leg(20, 'no-answer'), dial(20, 'no-answer'), report('voicemail', 35, {}), ends(36)],
    'Not Answered',
    'rang_out',
  ],
  [
    'turned away',
    plan({ block: 'blacklisted', steps: [], closing: { kind: 'reject', reason: 'rejected' } }),
    [arrives],
    'Blacklisted',
    'blacklisted',
  ],
  [
    'paused',
    plan({ block: 'not_active', steps: [], closing: { kind: 'reject', reason: 'busy' } }),
    [arrives, ends(1, 'busy')],
    'Not Active',
    'not_active',
  ],
  [
    'closed, and a message was left',
    plan({ block: 'out_of_time', steps: [], closing: { kind: 'voicemail', text: 'x' } }),
    [arrives, report('voicemail', 15, {}), ends(16)],
    'Out of Time',
    'out_of_time',
  ],
  [
    'closed, and the message is heard',
    plan({ block: 'out_of_time', steps: [], closing: { kind: 'message', text: 'x' } }),
    [arrives],
    null,
    null,
  ],
  ['its end is known and its phones not yet', plan(), [arrives, ends(5)], null, null],
  ['nothing but its end was ever reported', null, [ends(5), report('waited', 60, {})], 'Unknown', 'no_dial'],
  [
    'the provider knows nothing of it any more',
    plan(),
    [arrives, ...rings(), report('lost', 300, {})],
    'Unknown',
    'no_final_event',
  ],
  [
    'the provider knows nothing any more of a talk',
    plan(),
    [arrives, ...rings(), leg(6, 'in-progress'), report('lost', 300, {})],
    'Answered',
    'bridged',
  ],
]

describe('the eight statuses', () => {
  test.each(cases)('%s', (_what, given, reports, ...expected) => {
    const { status: decided, reason: why } = progressOf(factsOf(given, reports))
    expect([decided, why]).toEqual(expected)
  })

  test('the same whatever the order of the reports', () => {
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.infiniteStream(fc.nat()), ([, given, reports], numbers) => {
        const order = new Map(reports.map((one) => [one, numbers.next().value ?? 0]))
        const shuffled = [...reports].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
        const [facts, others] = [factsOf(given, reports), factsOf(given, shuffled)]
        expect(progressOf(others)).toEqual(progressOf(facts))
        expect(attemptsOf(others)).toEqual(attemptsOf(facts))
      }),
    )
  })

  test('a report more never takes an answer back', () => {
    fc.assert(
      fc.property(fc.subarray(talk.slice(1)), (some) => {
        const heard = some.some(({ kind, form }) => kind === 'dial' || form.CallStatus === 'in-progress')
        const { status } = progressOf(factsOf(plan(), [arrives, ...some]))
        if (status !== null && heard) expect(status).toBe('Answered')
      }),
    )
  })
})

test('a talk: when it began and ended, how long it rang and how long they spoke, and who answered', () => {
  expect(progressOf(factsOf(plan(), talk))).toEqual({
    state: 'ended',
    status: 'Answered',
    reason: 'bridged',
    startedAt: '2026-03-01T08:00:00.000Z',
    answeredAt: '2026-03-01T08:00:06.000Z',
    endedAt: '2026-03-01T08:01:06.000Z',
    ringSeconds: 6,
    talkSeconds: 60,
    totalSeconds: 66,
    answeredBy: 'dana',
    answeredPhone: null,
    passedTo: null,
    isAbandoned: false,
  })
})

test('two ring together: who answered spoke, the other’s ringing was ended', () => {
  const both = plan({ steps: [{ seconds: 20, legs: [{ kind: 'softphone', userId: 'dana' }, mobile('noa')] }] })
  const reports = [
    arrives,
    ...rings(1, 0),
    ...rings(1, 1),
    leg(5, 'in-progress', { place: 1 }),
    leg(5, 'canceled', { place: 0 }),
    leg(15, 'completed', { place: 1, CallDuration: '10' }),
    dial(15, 'completed', { DialBridged: 'true', DialCallDuration: '10', DialCallSid: 'CH11' }),
    ends(15),
  ]
  const facts = factsOf(both, reports)
  expect(attemptsOf(facts)).toMatchObject([
    { place: 0, kind: 'softphone', userId: 'dana', outcome: 'canceled', bridged: false },
    { place: 1, kind: 'phone', userId: 'noa', phone: '+972501111111', outcome: 'completed', bridged: true },
  ])
  expect(progressOf(facts)).toMatchObject({ answeredBy: 'noa', answeredPhone: '+972501111111', talkSeconds: 10 })
})

test('where phones are screened who accepted speaks, not whose voicemail answered before', () => {
  const both = plan({ screening: true, steps: [{ seconds: 20, legs: [mobile('dana'), mobile('noa')] }] })
  const reports = [
    ...[arrives, ...rings(1, 0), ...rings(1, 1)],
    leg(3, 'in-progress', { place: 0 }),
    leg(6, 'in-progress', { place: 1 }),
    report('screen', 8, { CallSid: 'CH11', Digits: '1' }, { step: 1, place: 1 }),
  ]
  const facts = factsOf(both, reports)
  expect(progressOf(facts)).toMatchObject({
    state: 'talking',
    answeredBy: 'noa',
    answeredAt: '2026-03-01T08:00:08.000Z',
  })
  expect(attemptsOf(facts).map(({ userId, bridged }) => [userId, bridged])).toEqual([
    ['dana', false],
    ['noa', true],
  ])
  // The provider hung up on this phone: it had answered, but not accepted the call.
  const later = factsOf(both, [...reports, leg(9, 'completed', { place: 0, CallDuration: '6' })])
  expect(progressOf(later)).toMatchObject({ answeredBy: 'noa' })
})

test.each([
  [14, true],
  [15, false],
])('who hangs up after %i seconds: abandoned %s', (at, isAbandoned) => {
  const reports = [arrives, ...rings(), leg(at, 'canceled'), dial(at, 'canceled', gone), ends(at)]
  expect(progressOf(factsOf(plan(), reports))).toMatchObject({ status: 'Caller Canceled', isAbandoned, talkSeconds: 0 })
})

test('where a call is while it goes on', () => {
  const stateOf = (...reports: StoredReport[]) => progressOf(factsOf(plan(), [arrives, ...reports])).state
  expect(stateOf()).toBe('ringing')
  expect(stateOf(...rings(), leg(6, 'in-progress'))).toBe('talking')
  expect(stateOf(...rings(), leg(20, 'no-answer'), dial(20, 'no-answer'))).toBe('voicemail')
  expect(
    progressOf(factsOf(plan({ block: 'out_of_time', steps: [], closing: { kind: 'message', text: 'x' } }), [arrives]))
      .state,
  ).toBe('voicemail')
  expect(stateOf(ends(5))).toBe('ended')
  expect(progressOf(factsOf(plan({ steps: [] }), [arrives])).state).toBe('voicemail')
})
