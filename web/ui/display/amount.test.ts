import { describe, expect, it } from 'vitest'
import { formatAmount, isAmount, parseAmount } from './amount.ts'

describe('typed amounts', () => {
  it.each([
    ['126,500', 12_650_000],
    ['₪ 99.90', 9_990],
    ['0.1', 10],
    ['', null],
  ])('%s', (text, agorot) => {
    expect(isAmount(text)).toBe(true)
    expect(parseAmount(text)).toBe(agorot)
  })

  it.each(['abc', '-5', '1.234', '12345678901234'])('%s is invalid', (text) => expect(isAmount(text)).toBe(false))

  it('survive formatting and parsing', () => {
    expect(formatAmount(9_990)).toBe('99.90')
    expect(formatAmount(12_650_000)).toBe('126500')
    expect(formatAmount(null)).toBe('')
  })
})
