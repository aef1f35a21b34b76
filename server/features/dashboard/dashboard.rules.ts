import { CHART_BARS_MAX, CHART_YEARS, type ChartUnit, chartUnits, type DashboardQuery } from '#contract/dashboard.ts'
import { responseSteps } from '#contract/leads/responses/responses.ts'
import { firstOfMonth, firstOfWeek, lastOfMonth, plusDays } from '#contract/values/clock.ts'
import { type DayRange, daysIn, inOrder, previousOf, rangeOf } from '#contract/values/date-presets.ts'

/** The requested period (null: all time) and the one it is compared with. */
export type Periods = { period: DayRange | null; previous: DayRange | null }

export function periodsOf({ preset, from = '', to = '' }: DashboardQuery, today: string): Periods {
  if (preset === 'allTime') return { period: null, previous: null }
  const period = preset === 'custom' ? { from, to } : rangeOf(preset, today)
  return { period, previous: previousOf(preset, period) }
}

const ALL_MONTHS: DayRange = { from: '1900-01-01', to: '2199-12-01' }

/** Splits a range into whole months (by first day) and the days around them; their counters add up to it. */
export function piecesOf(range: DayRange | null): { months: DayRange[]; days: DayRange[] } {
  if (!range) return { months: [ALL_MONTHS], days: [] }
  const { from, to } = range
  const first = from === firstOfMonth(from) ? from : plusDays(lastOfMonth(from), 1)
  const past = to === lastOfMonth(to) ? plusDays(to, 1) : firstOfMonth(to)
  if (first >= past) return { months: [], days: [range] }
  const around = [
    { from, to: plusDays(first, -1) },
    { from: past, to },
  ]
  return {
    months: [{ from: first, to: firstOfMonth(plusDays(past, -1)) }],
    days: around.filter((days) => days.from <= days.to),
  }
}

/** Days of the chart: at most the last five years of the period. */
export function chartRangeOf(period: DayRange | null, today: string): DayRange {
  const { from, to } = period ?? { from: '', to: today }
  const [year, month, day] = to.split('-').map(Number) as [number, number, number]
  const earliest = new Date(Date.UTC(year - CHART_YEARS, month - 1, day + 1)).toISOString().slice(0, 10)
  return { from: inOrder(from, earliest)[1], to }
}

const nextStart: Record<ChartUnit, (day: string) => string> = {
  day: (day) => plusDays(day, 1),
  week: (day) => plusDays(firstOfWeek(day), 7),
  month: (day) => plusDays(lastOfMonth(day), 1),
  year: (day) => `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`,
}

/** Splits the range at the starts of the unit; the first and last part may be shorter. */
export function cut({ from, to }: DayRange, unit: ChartUnit): DayRange[] {
  const pieces: DayRange[] = []
  for (let start = from; start <= to; ) {
    const next = nextStart[unit](start)
    pieces.push({ from: start, to: next > to ? to : plusDays(next, -1) })
    start = next
  }
  return pieces
}

const daysOfUnit: Record<ChartUnit, number> = { day: 1, week: 7, month: 31, year: 366 }

/** Units that give a readable number of bars, finest first; a single day is one bar. */
export function unitsOf(range: DayRange): [ChartUnit, ...ChartUnit[]] {
  const days = daysIn(range)
  const [first = 'day', ...others] = chartUnits.filter(
    (unit) => days / daysOfUnit[unit] <= CHART_BARS_MAX && days > daysOfUnit[unit],
  )
  return [first, ...others]
}

/** Median of response times from counts per step, interpolated within its step; null: no responses. */
export function medianOf(counts: ReadonlyMap<string, number>): number | null {
  const answered = responseSteps.map((step) => ({ ...step, total: counts.get(step.key) ?? 0 }))
  const all = answered.reduce((sum, { total }) => sum + total, 0)
  if (all === 0) return null
  let before = 0
  for (const { from, until, total } of answered) {
    if (before + total >= all / 2) return Math.round(from + ((all / 2 - before) / total) * (until - from))
    before += total
  }
  return null
}
