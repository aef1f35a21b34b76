import { expect, test } from 'vitest'
import { canForward, codesOf, dialled } from './carriers.ts'

test('codes contain the virtual number as it is dialled in Israel', () => {
  expect(codesOf('bezeq', '+972723456789')).toEqual([
    ['all', '*720723456789'],
    ['off', '#72'],
    ['state', '*#72'],
  ])
  expect(codesOf('pelephone', '+97237654321')).toEqual([
    ['all', '**21*037654321#'],
    ['noAnswer', '**61*037654321#'],
    ['off', '##002#'],
    ['state', '*#21#'],
  ])
  expect(codesOf('otherLandline', '+97237654321')).toEqual([])
  expect(dialled('+9721800555123')).toBe('1800555123')
  expect([canForward('bezeq', '+9721800555123'), canForward('bezeq', '+97237654321')]).toEqual([false, true])
})
