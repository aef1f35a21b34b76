import { expect, test } from 'vitest'
import type { Routing } from '#contract/calls/routing.ts'
import { addressesOf, callerScript, isFit } from './demo-calls.rules.ts'

const businessId = '11111111-1111-4111-8111-111111111111'
const userId = '22222222-2222-4222-8222-222222222222'
const day = [{ from: '09:00', to: '17:00' }]
const said = { isOn: false, text: '' }
const routing: Routing = {
  ring: {
    mode: 'together',
    seconds: 25,
    knownFirst: false,
    targets: [
      { kind: 'softphone', userId },
      { kind: 'phone', phone: '+972501112233', userId: null },
    ],
  },
  recording: true,
  announcement: said,
  whisper: said,
  screening: false,
  noAnswer: { kind: 'hangup', text: '' },
  hours: { days: [day, day, day, day, day, [], []] },
  outside: { kind: 'message', text: '' },
  language: 'he',
}
/** Noon and night of a Sunday in Israel. */
const [noon, night] = [new Date('2026-11-22T10:00:00Z'), new Date('2026-11-22T20:00:00Z')]

test('robots replace the phones of the ring list', () => {
  expect(addressesOf({ businessId, routing })).toEqual([
    'client:u_22222222222242228222222222222222_b11111111111141118111111111111111',
    '+972501112233',
  ])
})

test('the caller waits until all phones have rung, or gives up at once', () => {
  const inOrder: Routing = { ...routing, ring: { ...routing.ring, mode: 'in_order', knownFirst: true } }
  expect(callerScript('noanswer', inOrder)).toEqual({ toneHz: 440, hangUpAfterMs: 87_000 })
  expect(callerScript('cancel', inOrder)).toEqual({ toneHz: 440, hangUpAfterMs: 5_000, cancelAfterMs: 5_000 })
})

test('a scenario is played at a number where it can happen now', () => {
  const empty = { ...routing, ring: { ...routing.ring, targets: [] } }
  expect(isFit('answered', { routing }, noon)).toBe(true)
  expect(isFit('answered', { routing }, night)).toBe(false)
  expect(isFit('busy', { routing: empty }, noon)).toBe(false)
  expect(isFit('out-of-hours', { routing }, noon)).toBe(false)
  expect(isFit('out-of-hours', { routing: empty }, night)).toBe(true)
  expect(isFit('blacklisted', { routing: empty }, night)).toBe(true)
})
