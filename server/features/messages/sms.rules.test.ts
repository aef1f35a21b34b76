import { describe, expect, test } from 'vitest'
import { deliveryOf, followedBy, segmentsOf, wishOf } from './sms.rules.ts'

describe('parts of a message', () => {
  test.each([
    ['א'.repeat(70), 1],
    ['א'.repeat(71), 2],
    ['א'.repeat(134), 2],
    ['א'.repeat(135), 3],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Brackets take two places of the alphabet, and one letter outside of it makes all of them wide.
    [`${'a'.repeat(158)}[`, 1],
    [`${'a'.repeat(159)}[`, 2],
    [`${'a'.repeat(70)}ש`, 2],
    ['😀'.repeat(35), 1],
    ['😀'.repeat(36), 2],
  ])('%s', (text, parts) => expect(segmentsOf(text)).toBe(parts))
})

test('a state follows lower ones alone; what arrived is not lost again, nor the other way', () => {
  expect(followedBy('queued')).toEqual([])
  expect(followedBy('sent')).toEqual(['queued', 'sending'])
  expect(followedBy('delivered')).toEqual(['queued', 'sending', 'sent'])
  expect(followedBy('read')).toEqual(['queued', 'sending', 'sent', 'delivered'])
  expect(followedBy('failed')).toEqual(['queued', 'sending', 'sent'])
  expect(followedBy('undelivered')).toEqual(['queued', 'sending', 'sent'])
})

test.each([
  ['accepted', 'queued'],
  ['delivered', 'delivered'],
  ['canceled', 'failed'],
  ['receiving', undefined],
])('%s is %s', (status, state) => expect(deliveryOf(status)).toBe(state))

test.each([
  [' STOP ', 'stop'],
  ['הסר', 'stop'],
  ['Start', 'start'],
  ['stop calling me', undefined],
])('%s: %s', (text, wish) => expect(wishOf(text)).toBe(wish))
