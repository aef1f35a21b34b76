import { expect, test } from 'vitest'
import { isBankAccount } from '#contract/billing/bank-accounts.ts'
import { forecastOf, nextTry, priceDays, priceOf, restOfMonth, share } from './billing.rules.ts'

/** Counted by hand: the price difference in agorot, the day, the days left with it, those of the month, the charge. */
test.each<[number, string, number, number, number]>([
  // 28 days: 28, 15 and 1 left.
  [69_000, '2027-02-01', 28, 28, 69_000],
  [69_000, '2027-02-14', 15, 28, 36_964],
  [69_000, '2027-02-28', 1, 28, 2_464],
  // 29 days.
  [69_000, '2028-02-15', 15, 29, 35_690],
  // 30 days; 100 agorot for one of them are 3.33.
  [100, '2026-11-30', 1, 30, 3],
  [69_000, '2026-11-16', 15, 30, 34_500],
  // Half an agora is rounded up: 15 × 1 / 30.
  [1, '2026-11-16', 15, 30, 1],
  [1, '2026-11-17', 14, 30, 0],
  // 31 days.
  [50_100, '2026-12-15', 17, 31, 27_474],
  // The clock goes forward on 26 March 2027 and back on 25 October 2026: a day of 23 or 25 hours is a day.
  [31_000, '2027-03-26', 6, 31, 6_000],
  [31_000, '2026-10-25', 7, 31, 7_000],
])('%d agorot from %s: %d of %d days cost %d', (difference, day, ...expected) => {
  const { days, daysOfMonth, net } = restOfMonth(difference, day)
  expect([days, daysOfMonth, net]).toEqual(expected)
})

test('a share is rounded half up, and large amounts keep every agora', () => {
  expect(share(5, 1, 2)).toBe(3)
  expect(share(100_000_000_000, 1, 3)).toBe(33_333_333_333)
})

const rate = {
  included: 100,
  tiers: [
    { upTo: 50, unitPrice: 20 },
    { upTo: null, unitPrice: 15 },
  ],
}
test('units beyond what is included have the prices of their tiers', () => {
  expect([0, 100, 101, 150, 151, 250].map((amount) => priceOf(rate, amount))).toEqual([0, 0, 20, 1_000, 1_015, 2_500])
  expect(priceOf(undefined, 5_000)).toBe(0)
})

test('each day is priced by the plan of that day', () => {
  const plans = [
    { fromDay: '2026-11-01', rates: { sms: { included: 10, tiers: [{ upTo: null, unitPrice: 20 }] } } },
    { fromDay: '2026-11-16', rates: { sms: { included: 30, tiers: [{ upTo: null, unitPrice: 10 }] } } },
  ]
  const days = [
    { day: '2026-11-20', amount: 20 },
    { day: '2026-11-03', amount: 15 },
  ]
  // By the 3rd 5 beyond 10 at 20 = 100; on the 20th from 15 to 35, so 5 beyond 30 at 10 = 50.
  expect(priceDays('sms', days, plans)).toBe(150)
  expect(priceDays('sms', [{ day: '2026-10-31', amount: 99 }], plans)).toBe(0)
})

test('a forecast goes on at the pace of the days until today', () => {
  expect(forecastOf(300, '2026-11-10')).toBe(900)
  expect(forecastOf(7, '2026-11-30')).toBe(7)
})

test('tries are on days 0, 3, 7 and 14 at 10:00 on a working day', () => {
  const at = (day: string, tries: number, now: string) => nextTry(day, tries, new Date(now))?.toISOString()
  // Sunday 1 November 2026: the 4th, the 8th and the 15th. In winter 10:00 is 08:00 UTC.
  expect(at('2026-11-01', 0, '2026-11-01T00:00:00Z')).toBe('2026-11-01T08:00:00.000Z')
  expect(at('2026-11-01', 1, '2026-11-01T08:00:01Z')).toBe('2026-11-04T08:00:00.000Z')
  expect(at('2026-11-01', 2, '2026-11-04T08:00:01Z')).toBe('2026-11-08T08:00:00.000Z')
  expect(at('2026-11-01', 3, '2026-11-08T08:00:01Z')).toBe('2026-11-15T08:00:00.000Z')
  expect(at('2026-11-01', 4, '2026-11-15T08:00:01Z')).toBeUndefined()
  // From Tuesday the third day is Friday, so Sunday.
  expect(at('2026-12-01', 1, '2026-12-01T08:00:01Z')).toBe('2026-12-06T08:00:00.000Z')
  // Pesach 2027 is on Thursday 22 April, its eve on the 21st: the try of the 21st is on Sunday 25 April, in summer time.
  expect(at('2027-04-18', 1, '2027-04-18T07:00:01Z')).toBe('2027-04-25T07:00:00.000Z')
})

test.each([
  // 9·2 + 8·8 + 7·4 + 6·0 + 5·5 + 4·0 + 3·0 + 2·6 + 1·7 = 154, by 11 without remainder.
  ['12', '284', '050067', true],
  ['12', '284', '050068', false],
  // 10·8 and 80 are 160, which leaves 60; a number of two digits is none.
  ['10', '800', '80', false],
  ['10', '800', '00000080', true],
  // 10·8 + 9·3 + 8·2 = 123; 7·1 + 6·0 + 5·0 + 4·0 + 3·0 + 2·1 = 9; and 28: 160, which leaves 60.
  ['10', '832', '10000128', true],
  ['10', '832', '10000129', false],
  // The same sum as for Hapoalim, branch 500 as 100: 9·1 + 3·4 + 1·1 = 22; the other leaves 6.
  ['20', '500', '000401', true],
  ['20', '500', '123401', false],
  // Nine digits, 9·1 + 1·2 = 11.
  ['11', '1', '100000002', true],
  ['11', '1', '100000003', false],
  ['9', '1', '100000001', true],
  ['9', '1', '100000002', false],
] as const)('bank %s, branch %s, account %s: %s', (bank, branch, account, isValid) => {
  expect(isBankAccount({ bank, branch, account })).toBe(isValid)
})
