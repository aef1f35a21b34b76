import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type pg from 'pg'
import { median, share } from './measure.ts'
import type { Row } from './report.ts'
import { API, BASE, business, campaign, ownerHeaders } from './world.ts'

/** Duration of the flood. */
const FLOOD_SECONDS = Number(process.env.FLOOD_SECONDS ?? 60)
const SITE = 'https://site.example'
const EVERY_MS = 250
/** Longer than the minimum time of a person. */
const FILLING_MS = 3_500

type Flood = Partial<Record<`${number}`, number>> & { errors: number; perSecond: number }

/** Latency of the lead list, and form submissions by people, while bots post to that form a thousand times a second. */
export async function spam(admin: pg.Client, secretKey: string): Promise<Row[]> {
  const headers = await ownerHeaders(secretKey)
  const { _id, key } = await makeForm(headers)
  const quiet = await listTimes(headers, 5_000)
  const flooding = promisify(execFile)(process.execPath, ['bench/flood.ts', key, String(FLOOD_SECONDS)])
  await sleep(1_000)
  const end = (FLOOD_SECONDS - 2) * 1_000
  const [flooded, sent] = await Promise.all([listTimes(headers, end), fillIn(key, end - FILLING_MS)])
  const flood = JSON.parse((await flooding).stdout) as Flood
  const { rows } = await admin.query(
    'select count(*)::int as stored from lead_enquiries where business_id = $1 and form_id = $2',
    [business, _id],
  )
  const { stored } = rows[0] as { stored: number }
  const times = median(flooded) / median(quiet)
  const isFlood = flood.errors === 0 && flood.perSecond >= 950
  return [
    {
      name: 'lead list p50 under 1,000 refused posts/s',
      p50: median(flooded),
      p99: share(flooded, 0.99),
      value: `${times.toFixed(1)} × (${median(quiet).toFixed(1)} ms without), ${Math.round(flood.perSecond)} posts/s: ${said(flood)}`,
      target: '≤ 2 ×',
      reached: times <= 2 && isFlood,
    },
    {
      name: 'valid posts beside them',
      value: `${sent} sent, ${stored} stored`,
      target: 'each stored',
      reached: stored === sent && sent > 0,
    },
  ]
}

const said = (flood: Flood) => [303, 403, 422].map((status) => `${flood[`${status}`] ?? 0} × ${status}`).join(', ')

async function makeForm(headers: Record<string, string>) {
  const both = (text: string) => ({ he: text, en: text })
  const field = (kind: string) => ({ name: kind, kind, label: both(kind), required: true, options: [] })
  const none = both('')
  const body = {
    campaignId: campaign,
    name: 'Benchmark',
    languages: ['he', 'en'],
    fields: [field('name'), field('phone')],
    texts: { title: both('T'), intro: none, button: both('B'), thanks: both('T'), thanksText: none, consent: none },
    ...{ allowedOrigins: [SITE], redirectUrl: null, source: 'website', isEnabled: true },
  }
  const reply = await fetch(`${API}/user/campaign/forms`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`No form: ${await reply.text()}`)
  return ((await reply.json()) as { form: { _id: string; key: string } }).form
}

/** One reader in a closed loop; milliseconds of each reply. */
async function listTimes(headers: Record<string, string>, duration: number): Promise<number[]> {
  const times: number[] = []
  for (const end = performance.now() + duration; performance.now() < end; ) {
    const start = performance.now()
    const reply = await fetch(`${API}/lead`, { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`The list was refused: ${reply.status}`)
    times.push(performance.now() - start)
  }
  return times
}

/** People, one every 250 ms, alternating between our page and another site. Returns how many were thanked. */
async function fillIn(key: string, duration: number): Promise<number> {
  const people: Promise<boolean>[] = []
  for (const end = performance.now() + duration; performance.now() < end; await sleep(EVERY_MS))
    people.push(person(key, people.length))
  const thanked = await Promise.all(people)
  if (thanked.includes(false)) throw new Error('A person was refused')
  return thanked.length
}

async function person(key: string, number: number): Promise<boolean> {
  const url = `${BASE}/f/${key}?lang=en`
  const from = { 'x-forwarded-for': `192.168.${number >> 8}.${number & 255}` }
  const values: Record<string, string> = { name: 'דנה כהן', phone: `+9725${String(Date.now() + number).slice(-8)}` }
  if (number % 2) {
    const page = await (await fetch(url, { headers: from })).text()
    values.token = /name="token" value="([^"]+)"/.exec(page)?.[1] ?? ''
    await sleep(FILLING_MS)
  }
  const headers = { ...from, ...(number % 2 ? {} : { origin: SITE }) }
  const reply = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(values), redirect: 'manual' })
  return reply.status === 303
}
