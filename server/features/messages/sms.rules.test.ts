import { expect, test } from 'vitest'
import { deliveryOf, followedBy, wishOf } from './sms.rules.ts'

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
