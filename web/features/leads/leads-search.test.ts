import { describe, expect, it } from 'vitest'
import { rangeOf } from './date-presets.ts'
import { LeadsSearch, listQueryOf } from './leads-search.ts'
import { asAgorot, asShekels, isAmount } from './shekels.ts'

describe('date presets, in Asia/Jerusalem with weeks from Sunday', () => {
  // Wednesday 1 April 2026, half past midnight in Israel, still Tuesday 31 March in UTC.
  const now = new Date('2026-03-31T21:30:00Z')
  it.each([
    ['today', '2026-04-01', '2026-04-01'],
    ['yesterday', '2026-03-31', '2026-03-31'],
    ['thisWeek', '2026-03-29', '2026-04-01'],
    ['lastWeek', '2026-03-22', '2026-03-28'],
    ['thisMonth', '2026-04-01', '2026-04-01'],
    ['lastMonth', '2026-03-01', '2026-03-31'],
  ] as const)('%s is %s to %s', (preset, from, to) => {
    expect(rangeOf(preset, now)).toEqual({ from, to })
  })

  it('knows a Sunday as the first day of its week', () => {
    expect(rangeOf('thisWeek', new Date('2026-03-29T09:00:00Z'))).toEqual({ from: '2026-03-29', to: '2026-03-29' })
  })

  it('knows February', () => {
    expect(rangeOf('lastMonth', new Date('2028-03-15T09:00:00Z'))).toEqual({ from: '2028-02-01', to: '2028-02-29' })
  })
})

describe('the request behind a list', () => {
  it('does not ask for searches that find nothing', () => {
    expect(listQueryOf(LeadsSearch.parse({ search: ' ab ' }), null, 10)).not.toHaveProperty('search')
    expect(listQueryOf(LeadsSearch.parse({ search: ' abc ' }), null, 10)).toMatchObject({ search: 'abc' })
  })

  it('sends days of one kind only: those of a preset win', () => {
    const query = listQueryOf(LeadsSearch.parse({ from: '2026-01-01', to: '2026-01-31' }), null, 10)
    expect(JSON.parse(query.filters ?? '')).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  })
})

describe('amounts as people type them', () => {
  it.each([
    ['126,500', 12_650_000],
    ['₪ 99.90', 9_990],
    ['0.1', 10],
    ['', null],
  ])('%s', (text, agorot) => {
    expect(isAmount(text)).toBe(true)
    expect(asAgorot(text)).toBe(agorot)
  })

  it.each(['abc', '-5', '1.234', '12345678901234'])('%s is none', (text) => expect(isAmount(text)).toBe(false))

  it('come back as they were', () => {
    expect(asShekels(9_990)).toBe('99.90')
    expect(asShekels(12_650_000)).toBe('126500')
    expect(asShekels(null)).toBe('')
  })
})
