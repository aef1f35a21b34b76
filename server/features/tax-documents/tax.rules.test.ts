import { describe, expect, test } from 'vitest'
import { creditVat, issuedBy, needsAllocation, vatOf, vatRateOn } from './tax.rules.ts'

describe('VAT', () => {
  test.each([
    ['2015-10-01', 1_700],
    ['2024-12-31', 1_700],
    ['2025-01-01', 1_800],
    ['2026-11-28', 1_800],
  ])('on %s the rate is %i', (day, rate) => {
    expect(vatRateOn(day)).toBe(rate)
  })

  test('before the table there is none', () => {
    expect(vatRateOn('2015-09-30')).toBeUndefined()
  })

  test('is rounded half up to the agora', () => {
    // 18 % of 25 agorot is 4.5; of 24 it is 4.32; of 75 it is 13.5. 17 % of 50 is 8.5.
    expect([vatOf(25, 1_800), vatOf(24, 1_800), vatOf(75, 1_800), vatOf(50, 1_700)]).toEqual([5, 4, 14, 9])
    // The highest amount of a document is still exact: 18 % of ₪ 1,000,000,000.
    expect(vatOf(100_000_000_000, 1_800)).toBe(18_000_000_000)
    expect(vatOf(99_999_999_975, 1_800)).toBe(17_999_999_996)
  })
})

describe('allocation numbers', () => {
  const dealer = { kind: '305', customerNumber: '520000472', vat: 1 } as const
  test.each([
    ['2024-05-04', 9_999_999_99, false],
    ['2024-05-05', 25_000_00, false],
    ['2024-05-05', 25_000_01, true],
    ['2024-12-31', 25_000_00, false],
    ['2025-01-01', 20_000_00, false],
    ['2025-01-01', 20_000_01, true],
    ['2025-12-31', 20_000_00, false],
    ['2026-01-01', 10_000_00, false],
    ['2026-01-01', 10_000_01, true],
    ['2026-05-31', 10_000_00, false],
    ['2026-06-01', 5_000_00, false],
    ['2026-06-01', 5_000_01, true],
  ])('on %s an invoice of %i agorot before VAT: %s', (day, net, expected) => {
    expect(needsAllocation({ ...dealer, day, net })).toBe(expected)
  })

  test('only tax invoices for a dealer in Israel need one', () => {
    const large = { day: '2026-11-01', net: 1_000_000_00, ...dealer }
    const of = (change: object) => needsAllocation({ ...large, ...change })
    expect([of({}), of({ kind: '320' })]).toEqual([true, true])
    expect([of({ kind: '300' }), of({ kind: '330' }), of({ kind: '400' })]).toEqual([false, false, false])
    expect([of({ customerNumber: '' }), of({ customerNumber: '520000471' }), of({ vat: 0 })]).toEqual([
      false,
      false,
      false,
    ])
  })
})

test('an exempt dealer issues pro-formas and receipts only', () => {
  expect(issuedBy('exempt')).toEqual(['300', '400'])
  expect(issuedBy('company')).toEqual(issuedBy('licensed'))
})

test('the last credit takes the VAT that is left', () => {
  // Of an invoice of 0.75 with VAT 0.14 (13.5 agorot) a third each: 4.5 → 5, 5, and what is left, 4.
  const rate = 1_800
  expect(creditVat(25, { left: { net: 75, vat: 14 }, rate })).toBe(5)
  expect(creditVat(25, { left: { net: 50, vat: 9 }, rate })).toBe(5)
  expect(creditVat(25, { left: { net: 25, vat: 4 }, rate })).toBe(4)
})
