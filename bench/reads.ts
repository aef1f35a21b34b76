import type autocannon from 'autocannon'
import { SCAN_TIMEOUT_MS } from '../server/features/leads/list/list.service.ts'
import { type Case, type Measured, measure } from './measure.ts'
import type { Row } from './report.ts'
import { API, businesses, campaigns, LEADS, ownerHeaders, quietCampaign, quietStatus, REFERENCE } from './world.ts'

const query = (values: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(values).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString()

/** Lists, deep pages, filters and searches of the large business. */
export async function reads(secretKey: string): Promise<Row[]> {
  const headers = await ownerHeaders(secretKey)
  const list = (name: string, values: Record<string, unknown>, connections = 1): Case => ({
    name,
    url: `${API}/lead?${query(values)}`,
    connections,
    requests: [{ headers }],
  })
  const one = (name: string, path: string): Case => ({
    name,
    url: `${API}${path}`,
    connections: 1,
    requests: [{ headers }],
  })
  const board = (name: string, values: Record<string, unknown>) => one(name, `/lead/board?${query(values)}`)
  const pagesOf = (leads: number) => Math.ceil(leads / 10)
  const [all, eighth] = [pagesOf(LEADS * 0.99), pagesOf((LEADS / 8) * 0.97)]
  const ofCampaign = pagesOf((LEADS / campaigns.length) * 0.97)
  const today = new Date().toISOString().slice(0, 10)
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)
  const shortRange = { filters: { from: yearAgo, to: today } }
  // A tenth of the leads, and a little less than may be sorted of a million.
  const ofTwoCampaigns = {
    campaignId: campaigns.slice(1, 3).join(),
    filters: { where: { all: [{ field: 'fields.size', op: 'gte', value: 40 }] } },
  }
  const cases: Case[] = [
    { name: 'reference', url: REFERENCE, connections: 10, requests: [{}] },
    list('first page', {}, 10),
    {
      name: 'first page, 20 businesses',
      url: `${API}/lead`,
      connections: 10,
      requests: await overBusinesses(secretKey),
    },
    { name: 'reference, 1', url: REFERENCE, connections: 1, requests: [{}] },
    list('first page, 1', {}),
    list('middle page', { page: Math.round(all / 2) }),
    list('last page', { page: all }),
    list('oldest first, middle', { page: Math.round(all / 2), sort: 'date' }),
    list('by status', { filters: { status: [quietStatus] } }),
    list('by status, middle', { filters: { status: [quietStatus] }, page: Math.round(eighth / 2) }),
    list('by status, last', { filters: { status: [quietStatus] }, page: eighth }),
    list('by campaign', { campaignId: quietCampaign }),
    list('by campaign, middle', { campaignId: quietCampaign, page: Math.round(ofCampaign / 2) }),
    list('by source, middle', { filters: { source: ['google_ads'] }, page: Math.round(eighth / 2) }),
    list('day range, middle', { ...shortRange, page: Math.round(pagesOf(Math.min(LEADS, 365 * 720)) / 2.2) }),
    list('search, common Hebrew name', { search: 'כהן' }),
    list('search, common Latin name', { search: 'lev' }),
    list('search, rare', { search: 'a1b2' }),
    list('search, no match', { search: 'qqqzz' }),
    list('search, last 4 digits', { search: '1234' }),
    list('search, whole phone', { search: '052-731-1184' }),
    board('board by status', { by: 'status' }),
    board('board by person', { by: 'assigned' }),
    list('filter by an own choice', {
      filters: { where: { all: [{ field: 'fields.work', op: 'in', value: ['o3'] }] } },
    }),
    list('sort by an own field', { sort: 'fields.size', ...ofTwoCampaigns }),
    board('board of a campaign by status', { by: 'status', campaignId: quietCampaign }),
    board('board by an own choice', { by: 'fields.work' }),
    one('today', '/today'),
    one('today, the count in the menu', '/today/count'),
  ]
  return rowsOf(await measure(cases))
}

const overBusinesses = (secretKey: string): Promise<autocannon.Request[]> =>
  Promise.all(businesses.slice(1).map(async (of) => ({ headers: await ownerHeaders(secretKey, of) })))

function rowsOf({ of, shareOf }: Measured): Row[] {
  const [reference, first] = [of('reference'), of('first page, 1')]
  const ratio = (name: string): Row => {
    const value = shareOf(name, 'reference')
    return {
      name: `${name}, 10 connections`,
      ...of(name),
      value: `${Math.round(value * 100)} % of the reference`,
      target: '≥ 65 %',
      reached: value >= 0.65,
    }
  }
  const within = (name: string, most: number): Row => ({
    name,
    ...of(name),
    value: `p50 ${of(name).p50.toFixed(1)} ms`,
    target: `p50 ≤ ${most} ms`,
    reached: of(name).p50 <= most,
  })
  const deep = (name: string): Row => {
    const times = of(name).p50 / first.p50
    return { name, ...of(name), value: `${times.toFixed(1)} × page 1`, target: '≤ 3 ×', reached: times <= 3 }
  }
  return [
    {
      name: 'bare reference, 10 connections',
      ...reference,
      value: `${Math.round(reference.rps)}/s`,
      target: '',
      reached: true,
    },
    ratio('first page'),
    ratio('first page, 20 businesses'),
    within('first page, 1', 5),
    ...[
      'middle page',
      'last page',
      'oldest first, middle',
      'by status, middle',
      'by status, last',
      'by campaign, middle',
      'by source, middle',
      'day range, middle',
    ].map(deep),
    ...['by status', 'by campaign'].map((name) => within(name, 15)),
    ...[
      'search, common Hebrew name',
      'search, common Latin name',
      'search, rare',
      'search, last 4 digits',
      'search, whole phone',
    ].map((name) => within(name, 30)),
    within('search, no match', 10),
    ...['board by status', 'board by person', 'board of a campaign by status'].map((name) => within(name, 30)),
    // No counters hold it: all leads are read.
    within('board by an own choice', SCAN_TIMEOUT_MS),
    within('filter by an own choice', 60),
    within('sort by an own field', 300),
    ...['today', 'today, the count in the menu'].map((name) => within(name, 15)),
  ]
}
