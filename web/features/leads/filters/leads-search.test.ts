import { describe, expect, it } from 'vitest'
import { asAgorot, asShekels, isAmount } from '../fields/amount.ts'
import { LeadsSearch, listQueryOf } from './leads-search.ts'

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
