import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minuteAt } from '#contract/values/clock.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { quietForLeads } from '#contract/working-hours/quiet-for-leads.ts'
import { usualQuiet } from '#contract/working-hours/quiet-terms.ts'
import { consentOf } from '../../consents/consents.rules.ts'
import { type GateFacts, gateOf, type Leaving } from './gate.rules.ts'

const hours = newHours('jerusalem')
const at = (time: string) => new Date(time)
const quietAt = (time: string, isAdvertising = false) => {
  const quiet = quietForLeads({ hours, isAdvertising }, at(time))
  return quiet && [quiet.reason, quiet.until.toISOString()]
}

describe('quiet for leads', () => {
  test('at night until eight, in winter and in summer', () => {
    expect(quietAt('2026-11-24T18:59:00Z')).toBeUndefined()
    expect(quietAt('2026-11-24T19:00:00Z')).toEqual(['night', '2026-11-25T06:00:00.000Z'])
    expect(quietAt('2026-11-25T05:59:00Z')).toEqual(['night', '2026-11-25T06:00:00.000Z'])
    expect(quietAt('2026-11-25T06:00:00Z')).toBeUndefined()
    expect(quietAt('2026-07-07T18:00:00Z')).toEqual(['night', '2026-07-08T05:00:00.000Z'])
  })

  test('on Shabbat from candle lighting until an hour after its end', () => {
    // Jerusalem: lighting on Friday about 15:58, nightfall on Saturday about 17:15; the sun's own tests are exact.
    expect(quietAt('2026-11-20T13:50:00Z')).toBeUndefined()
    const [reason, until = ''] = quietAt('2026-11-20T14:31:00Z') ?? []
    expect(reason).toBe('shabbat')
    expect(Math.abs(Date.parse(until) - Date.parse('2026-11-21T16:15:00Z'))).toBeLessThan(5 * 60_000)
  })

  test('through the night that follows a summer Shabbat', () => {
    const [reason, until] = quietAt('2026-07-03T17:00:00Z') ?? []
    expect([reason, until]).toEqual(['shabbat', '2026-07-05T05:00:00.000Z'])
  })

  test('for advertising also on memorial days and their eves', () => {
    // Yom HaZikaron 21.4.2026, Yom HaShoah 14.4.2026.
    expect(quietAt('2026-04-21T08:00:00Z')).toBeUndefined()
    expect(quietAt('2026-04-21T08:00:00Z', true)?.[0]).toBe('memorial')
    expect(quietAt('2026-04-20T16:00:00Z', true)?.[0]).toBe('memorial')
    expect(quietAt('2026-04-14T08:00:00Z', true)?.[0]).toBe('memorial')
    expect(quietAt('2026-04-20T08:00:00Z', true)).toBeUndefined()
  })
})

const HOUR = 3_600_000
const FROM = Date.parse('2026-01-01T00:00:00Z')
const YEAR = fc.integer({ min: 0, max: 366 * 24 * 60 }).map((minute) => new Date(FROM + minute * 60_000))
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
/** Of a day around `now`, so that answers within the hour and withdrawals a minute before are frequent. */
const around = (now: Date) =>
  fc.integer({ min: -720, max: 240 }).map((minutes) => new Date(now.getTime() + minutes * 60_000))
const leavings = (moment: fc.Arbitrary<Date>): fc.Arbitrary<Leaving> =>
  fc.record({
    channel: fc.constantFrom('sms', 'email', 'whatsapp'),
    purpose: fc.constantFrom('service', 'advertising'),
    origin: fc.constantFrom('person', 'automation', 'system'),
    occasion: maybe(fc.constantFrom('withdrawal', 'guest')),
    writtenAt: moment,
    sendAt: maybe(moment),
    mayBeAtOnce: fc.boolean(),
    needsWindow: fc.boolean(),
  })
/** Acts about consent in any order of arrival, each at its time. */
const acts = (moment: fc.Arbitrary<Date>) =>
  fc.array(
    fc.record({
      channel: fc.constantFrom('sms', 'email', 'whatsapp'),
      purpose: fc.constantFrom('service', 'advertising'),
      act: fc.constantFrom('given', 'withdrawn'),
      source: fc.constantFrom('form', 'import', 'api', 'person', 'reply', 'link'),
      at: moment.map((time) => time.toISOString()),
    }),
    { maxLength: 6 },
  )
const timelines = YEAR.chain((now) =>
  fc.record({
    leaving: leavings(around(now)),
    acts: acts(around(now)),
    now: fc.constant(now),
    answersAtOnce: fc.boolean(),
    lastInboundAt: maybe(around(now)),
    windowUntil: maybe(around(now)),
    automationsToday: fc.integer({ min: 0, max: 5 }),
    isOptedOut: fc.boolean(),
    isClosing: fc.boolean(),
    isAddressKept: fc.boolean(),
  }),
)
type Timeline = typeof timelines extends fc.Arbitrary<infer T> ? T : never

function factsOf({ leaving, acts: known, answersAtOnce, ...facts }: Timeline): GateFacts {
  const past = known.filter((act) => Date.parse(act.at) <= facts.now.getTime())
  const stateOf = (purpose: 'service' | 'advertising') => consentOf(past, { channel: leaving.channel, purpose }).state
  return {
    ...facts,
    ...{ hours, quiet: { ...usualQuiet, answersAtOnce }, isQuietOff: false, isLeadGone: false },
    consent: { service: stateOf('service'), advertising: stateOf('advertising') },
  }
}

const isNight = (now: Date) => minuteAt(now) >= 21 * 60 || minuteAt(now) < 8 * 60
/** The exceptions of decisions 30, 7, said again. */
function isExcepted({ leaving, now, answersAtOnce, lastInboundAt }: Timeline, reason: string) {
  if (leaving.purpose === 'advertising') return false
  if (leaving.occasion === 'withdrawal') return true
  if (leaving.occasion === 'guest' && (leaving.channel === 'email' || reason === 'night')) return true
  const age = lastInboundAt ? now.getTime() - lastInboundAt.getTime() : Number.POSITIVE_INFINITY
  return answersAtOnce && leaving.origin === 'person' && leaving.mayBeAtOnce && age <= HOUR
}

const ofPerson = ['form', 'api', 'reply', 'link']
/** No withdrawal before now, or a later consent of the person; advertising needs a consent in any case. */
function expectWanted({ leaving, now, acts: known }: Timeline, purpose: 'service' | 'advertising') {
  const past = known.filter(
    (act) => act.channel === leaving.channel && act.purpose === purpose && Date.parse(act.at) <= now.getTime(),
  )
  const last = Math.max(...past.filter(({ act }) => act === 'withdrawn').map(({ at: time }) => Date.parse(time)))
  const given = past.filter(({ act }) => act === 'given')
  const isLifted = given.some(({ source, at: time }) => ofPerson.includes(source) && Date.parse(time) > last)
  if (last > 0) expect(isLifted).toBe(true)
  else if (purpose === 'advertising') expect(given.length).toBeGreaterThan(0)
}

describe('the gate, on random timelines', () => {
  test('lets nothing out in closed time, except as decided', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const { leaving, now } = timeline
        if (gateOf(leaving, factsOf(timeline)).kind !== 'go') return
        const isAdvertising = leaving.purpose === 'advertising'
        const quiet = quietForLeads({ hours, isAdvertising }, now)
        if (isNight(now)) expect(quiet).toBeDefined()
        if (quiet) expect(isExcepted(timeline, quiet.reason)).toBe(true)
        if (leaving.sendAt) expect(leaving.sendAt.getTime()).toBeLessThanOrEqual(now.getTime())
        // Words of one's own leave by WhatsApp within its window alone.
        if (leaving.needsWindow) expect(timeline.windowUntil?.getTime()).toBeGreaterThanOrEqual(now.getTime())
      }),
      { numRuns: 3_000 },
    )
  })

  test('lets no advertising out without consent, nothing after a withdrawal, and nothing over the cap', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const { channel, purpose, occasion, origin } = timeline.leaving
        if (gateOf(timeline.leaving, factsOf(timeline)).kind !== 'go') return
        expect(timeline.isOptedOut && channel === 'sms').toBe(false)
        expect([timeline.isClosing, timeline.isAddressKept]).toEqual([false, true])
        if (origin === 'automation') expect(timeline.automationsToday).toBeLessThan(usualQuiet.automationsPerDay)
        if (occasion !== 'withdrawal' || purpose === 'advertising') expectWanted(timeline, 'service')
        if (purpose === 'advertising') expectWanted(timeline, 'advertising')
      }),
      { numRuns: 5_000 },
    )
  })

  test('what waits may go when it says so, unless consent refuses it then', () => {
    fc.assert(
      fc.property(timelines, (timeline) => {
        const facts = factsOf(timeline)
        const verdict = gateOf(timeline.leaving, facts)
        if (verdict.kind !== 'wait') return
        expect(verdict.until.getTime()).toBeGreaterThan(timeline.now.getTime())
        const then = gateOf(timeline.leaving, { ...facts, now: verdict.until })
        // A later time that the person chose may fall in quiet.
        if (verdict.waitsFor !== 'later') expect(then.kind).not.toBe('wait')
      }),
      { numRuns: 1_000 },
    )
  })
})
