import { beginningOf, dayOf, firstOfWeek, plusDays } from '../contract/values/clock.ts'
import { measure } from './measure.ts'
import type { Row } from './report.ts'
import { API, ownerHeaders } from './world.ts'

const MOST_MS = 30

/** The calendar of a week with 500 meetings. */
export async function meetings(secretKey: string): Promise<Row[]> {
  const headers = await ownerHeaders(secretKey)
  const sunday = firstOfWeek(dayOf(new Date()))
  const [from, to] = [beginningOf(sunday).toISOString(), beginningOf(plusDays(sunday, 7)).toISOString()]
  const name = 'meetings of a week, 500'
  const url = `${API}/meetings?${new URLSearchParams({ from, to })}`
  const { of } = await measure([{ name, url, connections: 1, requests: [{ headers }] }])
  const shot = of(name)
  return [
    {
      name,
      ...shot,
      value: `p50 ${shot.p50.toFixed(1)} ms`,
      target: `p50 ≤ ${MOST_MS} ms`,
      reached: shot.p50 <= MOST_MS,
    },
  ]
}
