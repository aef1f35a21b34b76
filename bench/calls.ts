import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import type pg from 'pg'
import type { Env } from '../server/env.ts'
import { placeOf } from '../server/features/numbers/connections.look-up.ts'
import { seal } from '../server/platform/sealed.ts'
import { signHook } from '../server/providers/voice/twilio-signature.ts'
import { type Case, measure, type Shot } from './measure.ts'
import type { Row } from './report.ts'
import { API, BASE, business, campaign, LEADS, ownerHeaders, REFERENCE, SECONDS } from './world.ts'

const CALLS = 2 * LEADS
const TOKEN = 'bench token'
/** The first number of the large business, as seed-calls.sql made it. */
const NUMBER = '+972720000101'

/** The list of calls, its deep pages, filters and searches, and what a call waits for when it comes in. */
export async function calls(admin: pg.Client, env: Env): Promise<Row[]> {
  return [...(await lists(env.secretKey)), await inbound(admin, env)]
}

async function lists(secretKey: string): Promise<Row[]> {
  const headers = await ownerHeaders(secretKey)
  const list = (name: string, values: Record<string, string>, connections = 1): Case => ({
    name,
    url: `${API}/call?${new URLSearchParams(values)}`,
    connections,
    requests: [{ headers }],
  })
  const filters = (value: object) => ({ filters: JSON.stringify(value) })
  const pages = (share: number) => Math.floor((CALLS * share) / 10)
  const answered = filters({ status: ['Answered'] })
  const shots = await measure([
    { name: 'reference', url: REFERENCE, connections: 10, requests: [{}] },
    list('first page', {}, 10),
    list('first page, 1', {}),
    list('middle page', { page: String(pages(0.5)) }),
    list('last page', { page: String(pages(0.99)) }),
    list('by status, middle', { ...answered, page: String(pages(1 / 6)) }),
    list('by campaign, middle', { campaignId: campaign, page: String(pages(1 / 50)) }),
    list('by status', answered),
    list('by campaign', { campaignId: campaign }),
    list('missed', filters({ missed: true })),
    list('with a recording', filters({ recording: true })),
    list('search, common name', { search: 'כהן' }),
    list('search, rare', { search: 'a1b2' }),
    list('search, last 4 digits', { search: '1234' }),
    list('search, whole phone', { search: '052-731-1184' }),
    list('search, no match', { search: 'qqqzz' }),
  ])
  const of = (name: string) => shots.get(name) as Shot
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
  const share = of('first page').rps / of('reference').rps
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

/** Signed reports of new calls, each from another caller, at ten connections. */
async function inbound(admin: pg.Client, { secretKey, publicUrl }: Env): Promise<Row> {
  const { rows } = await admin.query('select account_sid from voice_connections where id = $1', [business])
  await admin.query('update voice_connections set auth_token = $1 where id = $2', [
    seal(secretKey, placeOf(business), TOKEN),
    business,
  ])
  const path = `/hooks/voice/${business}/inbound`
  const body = () => {
    const form = [
      ['AccountSid', String(rows[0]?.account_sid)],
      ['CallSid', `CA${randomBytes(16).toString('hex')}`],
      ['CallStatus', 'ringing'],
      ['Direction', 'inbound'],
      ['From', `+97252${randomBytes(4).readUInt32BE().toString().slice(-7).padStart(7, '0')}`],
      ['To', NUMBER],
    ] satisfies [string, string][]
    return { form, text: new URLSearchParams(form).toString() }
  }
  const result = await autocannon({
    url: BASE,
    connections: 10,
    duration: SECONDS * 2,
    requests: [
      {
        method: 'POST',
        path,
        setupRequest: (request) => {
          const { form, text } = body()
          const signature = signHook(TOKEN, publicUrl + path, form)
          const type = 'application/x-www-form-urlencoded'
          return { ...request, body: text, headers: { 'content-type': type, 'x-twilio-signature': signature } }
        },
      },
    ],
  })
  if (result.non2xx || result.errors) throw new Error(`inbound hook: ${result.non2xx} refused, ${result.errors} failed`)
  const { p50, p99 } = result.latency
  return {
    name: 'calls: inbound hook to routing, 10 connections',
    rps: result.requests.average,
    p50,
    p99,
    value: `p99 ${p99} ms`,
    target: 'p99 ≤ 50 ms',
    reached: p99 <= 50,
  }
}
