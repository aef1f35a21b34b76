import { expect, test } from 'vitest'
import { holdsCardNumber } from './card-numbers.ts'

test('a card number is seen in any text', () => {
  expect(holdsCardNumber('4580 0000 0000 0018')).toBe(true)
  expect(holdsCardNumber('my card 4580-0000-0000-0018 please')).toBe(true)
  expect(holdsCardNumber('4580000000000019')).toBe(false)
  expect(holdsCardNumber('972501234567')).toBe(false)
})
