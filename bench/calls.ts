import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import type pg from 'pg'
import type { Env } from '../server/env.ts'
import { sealSecret } from '../server/features/connections/secrets.ts'
import { signHook } from '../server/providers/twilio/signature.ts'
import { FLOW_NUMBER, makeFlow } from './call-flows.ts'
import { type Case, measure, type Shot, share } from './measure.ts'
import type { Row } from './report.ts'
import { newName } from './sending.ts'
import { API, BASE, business, LEADS, ownerHeaders, quietCampaign, REFERENCE, SECONDS } from './world.ts'

const CALLS = 2 * LEADS
const TOKEN = 'bench token'
/** The first number of the large business, created by seed-calls.sql. */
const NUMBER = '+972720000101'

/** The call list, its deep pages, filters and searches, and the latency of incoming calls. */
export async function calls(admin: pg.Client, env: Env): Promise<Row[]> {
  return [...(await lists(env.secretKey)), ...(await inbound(admin, env))]
}

function casesOf(headers: Record<string, string>): Case[] {
  const list = (name: string, values: Record<string, string>, connections = 1): Case => ({
    name,
    url: `${API}/call?${new URLSearchParams(values)}`,
    connections,
    requests: [{ headers }],
  })
  const filters = (value: object) => ({ filters: JSON.stringify(value) })
  const pages = (share: number) => Math.floor((CALLS * share) / 10)
  const answered = filters({ status: ['Answered'] })
  return [
    { name: 'reference', url: REFERENCE, connections: 10, requests: [{}] },
    list('first page', {}, 10),
    list('first page, 1', {}),
    list('middle page', { page: String(pages(0.5)) }),
    list('last page', { page: String(pages(0.99)) }),
    list('by status, middle', { ...answered, page: String(pages(1 / 6)) }),
    list('by campaign, middle', { campaignId: quietCampaign, page: String(pages(1 / 50)) }),
    list('by status', answered),
    list('by campaign', { campaignId: quietCampaign }),
    list('missed', filters({ missed: true })),
    list('with a recording', filters({ recording: true })),
    list('search, common name', { search: 'כהן' }),
    list('search, rare', { search: 'a1b2' }),
    list('search, last 4 digits', { search: '1234' }),
    list('search, whole phone', { search: '052-731-1184' }),
    list('search, no match', { search: 'qqqzz' }),
  ]
}

async function lists(secretKey: string): Promise<Row[]> {
  const { of, shareOf } = await measure(casesOf(await ownerHeaders(secretKey)))
  const within = (name: string, most: number): Row => ({
    name: `calls: ${name}`,
    ...of(name),
    value: `p50 ${of(name).p50.toFixed(1)} ms`,
    target: `p50 ≤ ${most} ms`,
    reached: of(name).p50 <= most,
  })
  const deep = (name: string): Row => {
    const times = of(name).p50 / of('first page, 1').p50
    return {
      name: `calls: ${name}`,
      ...of(name),
      value: `${times.toFixed(1)} × page 1`,
      target: '≤ 3 ×',
      reached: times <= 3,
    }
  }
  const share = shareOf('first page', 'reference')
  return [
    {
      name: 'calls: first page, 10 connections',
      ...of('first page'),
      value: `${Math.round(share * 100)} % of the reference`,
      target: '≥ 65 %',
      reached: share >= 0.65,
    },
    within('first page, 1', 5),
    ...['middle page', 'last page', 'by status, middle', 'by campaign, middle'].map(deep),
    ...['by status', 'by campaign', 'missed', 'with a recording'].map((name) => within(name, 15)),
    ...['search, common name', 'search, rare', 'search, last 4 digits', 'search, whole phone'].map((name) =>
      within(name, 30),
    ),
    within('search, no match', 10),
  ]
}

/** More than any business here receives. */
const CALLS_A_SECOND = 50
/**
 * Signed reports of new calls, each from another caller, at a constant rate, since callers do not wait for each other.
 * Beside that, the maximum throughput of ten connections, which shows the cost of a call. Connections are warmed up.
 */
async function inbound(admin: pg.Client, { secretKey, publicUrl }: Env): Promise<Row[]> {
  const { rows } = await admin.query('select account from connections where id = $1', [business])
  await admin.query('update connections set secrets = $1 where id = $2', [
    JSON.stringify({ authToken: sealSecret(secretKey, business, TOKEN) }),
    business,
  ])
  const account = String(rows[0]?.account)
  const next = newCall(account, { publicUrl, to: NUMBER })
  await bringMost(next, SECONDS)
  const most = await bringMost(next, SECONDS * 2)
  const paced = await bringPaced(next, SECONDS * 4)
  await makeFlow(admin)
  const toFlow = newCall(account, { publicUrl, to: FLOW_NUMBER })
  await bringMost(toFlow, SECONDS)
  const flow = await bringPaced(toFlow, SECONDS * 4)
  await expectRinging(toFlow)
  // These calls never end, and ongoing calls are counted with every total, so they are deleted before the next run.
  await admin.query('delete from calls where business_id = $1 and status is null', [business])
  await admin.query('vacuum calls')
  const within = (what: string, shot: Shot): Row => ({
    name: `calls: inbound hook to ${what}, ${CALLS_A_SECOND} new callers a second`,
    ...shot,
    value: `p99 ${shot.p99.toFixed(1)} ms`,
    target: 'p99 ≤ 50 ms',
    reached: shot.p99 <= 50,
  })
  return [
    within('routing', paced),
    within('a call flow of 20 steps, round robin over 50 people on shift', flow),
    {
      name: 'calls: inbound hook to routing, as many as 10 connections bring',
      ...most,
      value: `${Math.round(most.rps)}/s`,
      target: '',
      reached: true,
    },
  ]
}

type NextCall = () => { body: string; headers: Record<string, string> }
const HOOK = `/hooks/voice/${business}/inbound`

function newCall(account: string, { publicUrl, to }: { publicUrl: string; to: string }): NextCall {
  return () => {
    const form = [
      ['AccountSid', account],
      ['CallSid', `CA${randomBytes(16).toString('hex')}`],
      // Thousands of callers without a name would change the searches of the next run.
      ['CallerName', newName()],
      ['CallStatus', 'ringing'],
      ['Direction', 'inbound'],
      ['From', `+97252${randomBytes(4).readUInt32BE().toString().slice(-7).padStart(7, '0')}`],
      ['To', to],
    ] satisfies [string, string][]
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signHook(TOKEN, publicUrl + HOOK, form),
    }
    return { body: new URLSearchParams(form).toString(), headers }
  }
}

/** The steps before the first ring step would be measured alone if the flow were closed. */
async function expectRinging(next: NextCall) {
  const { body, headers } = next()
  const reply = await (await fetch(BASE + HOOK, { method: 'POST', body, headers })).text()
  if (!reply.includes('<Client ')) throw new Error(`inbound hook to a call flow rings no one: ${reply}`)
}

/** Throughput of ten connections, each waiting for its reply. */
async function bringMost(next: NextCall, seconds: number): Promise<Shot> {
  const setupRequest = (request: autocannon.Request) => ({ ...request, ...next() })
  const requests = [{ method: 'POST' as const, path: HOOK, setupRequest }]
  const result = await autocannon({ url: BASE, connections: 10, duration: seconds, requests })
  if (result.non2xx || result.errors) throw new Error(`inbound hook: ${result.non2xx} refused, ${result.errors} failed`)
  return { rps: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/** Open loop: one call at a time at equal intervals, without waiting for replies. */
async function bringPaced(next: NextCall, seconds: number): Promise<Shot> {
  const begun = performance.now()
  const times = await Promise.all(
    Array.from({ length: CALLS_A_SECOND * seconds }, async (_, i) => {
      await sleep(begun + (i * 1_000) / CALLS_A_SECOND - performance.now())
      const { body, headers } = next()
      const sent = performance.now()
      const reply = await fetch(BASE + HOOK, { method: 'POST', body, headers })
      await reply.text()
      if (!reply.ok) throw new Error(`inbound hook: ${reply.status}`)
      return performance.now() - sent
    }),
  )
  return { rps: CALLS_A_SECOND, p50: share(times, 0.5), p99: share(times, 0.99) }
}
