import { expect, test } from 'vitest'
import { deliveryOf, followedBy, optOutWordOf } from './sms.rules.ts'

test('a state replaces only lower ones; a delivered message does not become undelivered, nor the reverse', () => {
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
])('%s: %s', (text, wish) => expect(optOutWordOf(text)).toBe(wish))
