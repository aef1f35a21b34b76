import { afterEach, describe, expect, it } from 'vitest'
import { formatPercent } from '../../lib/i18n/format.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { formatBar, formatDays, formatDuration, formatTick } from './format.ts'
import { lineOf, ticksOf } from './scale.ts'

afterEach(() => changeLanguage('en'))

describe('words of the overview', () => {
  it('says days as a range, without the clock changes mattering', async () => {
    expect(formatDays({ from: '2026-10-25', to: '2026-10-25' })).toBe('25 October 2026')
    expect(formatDays({ from: '2026-10-01', to: '2026-10-31' })).toMatch(/^1\s?–\s?31 October 2026$/)
    await changeLanguage('he')
    expect(formatDays({ from: '2026-03-27', to: '2026-03-28' })).toMatch(/^27\s?–\s?28 במרץ 2026$/)
  })

  it('names bars by their unit', () => {
    expect(formatBar({ from: '2026-11-16', to: '2026-11-16' }, 'day')).toBe('Mon, 16 Nov 2026')
    expect(formatBar({ from: '2026-10-01', to: '2026-10-31' }, 'month')).toBe('October 2026')
    // A month cut off by the period is shown as a range of days.
    expect(formatBar({ from: '2026-10-01', to: '2026-10-30' }, 'month')).toMatch(/^1\s?–\s?30 Oct 2026$/)
    expect(formatTick({ from: '2026-10-01', to: '2026-10-31' }, 'month')).toBe('Oct 26')
    expect(formatTick({ from: '2024-01-01', to: '2024-12-31' }, 'year')).toBe('2024')
  })

  it.each([
    [0, '0 secs'],
    [45, '45 secs'],
    [390, '6.5 mins'],
    [1_500, '25 mins'],
    [3_960, '1.1 hrs'],
    [86_400 * 12, '12 days'],
  ])('%i seconds are %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  it('writes parts as percent', () => {
    expect(formatPercent(0.0966)).toBe('9.7%')
    expect(formatPercent(1.2)).toBe('120%')
  })
})

describe('the scale of the chart', () => {
  it.each([
    [0, [0, 1]],
    [3, [0, 1, 2, 3]],
    [10, [0, 5, 10]],
    [118, [0, 50, 100, 150]],
    [1_284, [0, 500, 1_000, 1_500]],
  ])('of %i has the lines %j', (most, ticks) => expect(ticksOf(most)).toEqual(ticks))

  it('draws the period before through the middles of the bars', () => {
    const day = { from: '2026-01-01', to: '2026-01-01', total: 0 }
    expect(
      lineOf(
        [
          { ...day, previous: 5 },
          { ...day, previous: null },
        ],
        10,
      ),
    ).toBe('25.00,50.00')
  })
})
