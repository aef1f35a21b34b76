import { dayOf } from '../contract/values/clock.ts'
import { type Case, measure } from './measure.ts'
import type { Row } from './report.ts'
import { API, ownerHeaders, quietCampaign } from './world.ts'

/** The dashboard of the large business with its twenty campaigns, including the previous period. */
export async function dashboard(secretKey: string): Promise<Row[]> {
  const headers = await ownerHeaders(secretKey)
  const today = dayOf(new Date())
  const fiveYears = `preset=custom&from=${Number(today.slice(0, 4)) - 5}${today.slice(4, 8)}01&to=${today}`
  const asked = [
    { name: 'dashboard, last month', query: 'preset=lastMonth', most: 50 },
    { name: 'dashboard, this month', query: 'preset=thisMonth', most: 50 },
    { name: 'dashboard, five years', query: fiveYears, most: 150 },
    { name: 'dashboard, all time', query: 'preset=allTime', most: 150 },
    { name: 'dashboard, five years of a campaign', query: `${fiveYears}&campaignId=${quietCampaign}`, most: 150 },
  ]
  const pages = [
    ...asked.map((one) => ({ ...one, name: `${one.name}, all tiles and charts`, path: 'dashboard' })),
    ...asked.map((one) => ({ ...one, name: `${one.name}, by weekday and hour`, path: 'dashboard/hours' })),
  ]
  const { of } = await measure(
    pages.map(
      ({ name, path, query }): Case => ({
        name,
        url: `${API}/${path}?${query}`,
        connections: 1,
        requests: [{ headers }],
      }),
    ),
  )
  return pages.map(({ name, most }) => {
    const shot = of(name)
    return {
      name,
      ...shot,
      value: `p50 ${shot.p50.toFixed(1)} ms`,
      target: `p50 ≤ ${most} ms`,
      reached: shot.p50 <= most,
    }
  })
}
