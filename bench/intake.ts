import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type pg from 'pg'
import { liveDelays } from './live.ts'
import { median, share } from './measure.ts'
import type { Row } from './report.ts'
import { newLead, post } from './sending.ts'
import { API, business, SECONDS } from './world.ts'

/** Only rows created after this are counted. */
const started = new Date().toISOString()
type Counts = { leads: number; notified: number }

/** Intake at 32 connections beside a live reader; then compares replies, stored rows and notifications. */
export async function intake(admin: pg.Client, secretKey: string): Promise<Row[]> {
  const began = new Date().toISOString()
  const before = await count(admin)
  const watching = liveDelays(secretKey, 60, SECONDS * 1000)
  const result = await autocannon({
    url: API,
    connections: 32,
    duration: SECONDS * 4,
    requests: [{ ...post, setupRequest: (request) => ({ ...request, body: newLead() }) }],
  })
  const end = performance.now()
  const delays = await watching
  const repeats = await countRepeats(admin, began)
  let now = await count(admin)
  while (now.notified - before.notified < now.leads - before.leads + repeats && performance.now() - end < 60_000) {
    await sleep(50)
    now = await count(admin)
  }
  const behind = Math.round(performance.now() - end)
  const stored = now.leads - before.leads
  const notified = now.notified - before.notified
  const sent = result['2xx'] + delays.length
  const { average: rps } = result.requests
  const shot = { rps, p50: result.latency.p50, p99: result.latency.p99 }
  const isWhole = stored + repeats >= sent && notified === stored + repeats && result.non2xx === 0
  return [
    {
      name: 'intake, 32 connections',
      ...shot,
      value: `${Math.round(rps)}/s, p99 ${shot.p99} ms`,
      target: '≥ 1,000/s, p99 ≤ 100 ms',
      reached: rps >= 1000 && shot.p99 <= 100,
    },
    {
      name: 'intake, nothing lost',
      value: `${sent} answered before the load stopped (${result.non2xx} refused); ${stored} leads and ${repeats} repeat enquiries stored, ${notified} notifications, the last ${behind} ms after it`,
      target: 'one notification for each',
      reached: isWhole,
    },
    liveRow('live delivery under intake', delays),
  ]
}

export async function live(secretKey: string): Promise<Row> {
  return liveRow('live delivery, idle', await liveDelays(secretKey, 60, 0))
}

function liveRow(name: string, delays: number[]): Row {
  const p95 = share(delays, 0.95)
  return {
    name,
    p50: median(delays),
    p99: share(delays, 0.99),
    value: `p95 ${Math.round(p95)} ms`,
    target: 'p95 ≤ 300 ms',
    reached: p95 <= 300,
  }
}

/** Phones are random, so some belong to an existing lead: a repeat enquiry, which notifies as well. */
async function countRepeats(admin: pg.Client, since: string): Promise<number> {
  const { rows } = await admin.query(
    `select count(*)::int as repeats from events where business_id = $1 and name = 'lead.repeated' and at >= $2`,
    [business, since],
  )
  return rows[0].repeats
}

async function count(admin: pg.Client): Promise<Counts> {
  const { rows } = await admin.query(
    `select (select count(*)::int from leads where business_id = $1 and created_at > $2) as leads,
      (select count(*)::int from notifications where business_id = $1) as notified`,
    [business, started],
  )
  return rows[0]
}
