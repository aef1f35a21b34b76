import { expect, test } from 'vitest'
import { isCompanyNumber } from './company-number.ts'

test.each([
  // Digit sum 1+4+3+8+5+3+7+7+2 = 40, divisible by 10.
  ['123456782', true],
  // Digit sum 5+2+4+1+9+9+1+8+1 = 40.
  ['514599141', true],
  // Digit sum 2+8 = 10.
  ['000000018', true],
  // Digit sum 41.
  ['123456783', false],
  // Two digits transposed: 1+4+3+1+4+3+7+7+2 = 32
  ['123546782', false],
  ['000000000', false],
  ['12345678', false],
  ['1234567820', false],
  ['12345678a', false],
  ['١٢٣٤٥٦٧٨٢', false],
])('the check digit of %s', (digits, isRight) => expect(isCompanyNumber(digits)).toBe(isRight))
