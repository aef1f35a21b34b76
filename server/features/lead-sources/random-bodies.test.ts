import { expect, test } from 'vitest'
import { testLeadSources } from '../../testing/features/test-lead-sources.ts'
import { testApp } from '../../testing/test-app.ts'
import { nextPhone, testLeads } from '../../testing/test-leads.ts'

const BODIES = Number(process.env.LEAD_BODIES ?? 300)
const SEED = Number(process.env.LEAD_SEED ?? Math.floor(Math.random() * 1_000_000))

const env = { ROLE: 'web', DATABASE_URL: 'postgresql://elsewhere.test/leadline' }
let time = Date.parse('2026-11-29T08:00:00Z')
const it = await testApp({ env, now: () => new Date(time) })
const leads = testLeads(it)
const { make, post, settle, change, requests } = testLeadSources(it)

/** Numbers of a seed (mulberry32), so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
type Random = (below: number) => number
const oneOf = <T>(random: Random, list: readonly T[]): T => list[random(list.length)] as T

const words = [
  ...[
    'name',
    'phone',
    'טלפון',
    'שם',
    'email',
    'message',
    '__proto__',
    'constructor',
    'entry',
    'changes',
    'value',
    'id',
  ],
  ...['fields[a][value]', 'fields[__proto__][value]', 'a[]', '[', ']]', '', ' ', '\ud800', '\u0000', '😀', 'is_test'],
  ...[
    'lead_id',
    'google_key',
    'user_column_data',
    'status',
    'source',
    'utm_source',
    'gclid',
    'landing page',
    '%',
    '%zz',
  ],
]
function anyValue(random: Random, depth = 0): unknown {
  const kind = random(depth > 4 ? 6 : 9)
  if (kind === 0) return nextPhone()
  if (kind === 1) return oneOf(random, words).repeat(1 + random(3))
  if (kind === 2) return random(2) ? 1e21 : -random(1_000_000) / 7
  if (kind === 3) return oneOf(random, [null, true, false, '', '0', 'x'.repeat(random(20_000))])
  if (kind === 4) return `${oneOf(random, words)}@${oneOf(random, words)}.test`
  if (kind === 5) return String.fromCharCode(...Array.from({ length: random(30) }, () => random(65_536)))
  if (kind === 6) return Array.from({ length: random(5) }, () => anyValue(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: random(6) }, () => [oneOf(random, words), anyValue(random, depth + 1)]),
  )
}
const pairsOf = (random: Random) =>
  Array.from({ length: random(8) }, () => [oneOf(random, words), String(anyValue(random, 5))] as const)
const bytes = (random: Random, most: number) => Buffer.from(Array.from({ length: random(most) }, () => random(256)))

/** A body as a sender, a broken one or an attacker may send it. */
function bodyOf(random: Random): Buffer {
  const json = () => Buffer.from(JSON.stringify(anyValue(random)) ?? '')
  const form = () =>
    Buffer.from(
      pairsOf(random)
        .map(([name, value]) => `${encode(name)}=${encode(value)}`)
        .join('&'),
    )
  const encode = (text: string) => (random(4) ? encodeURIComponent(text.toWellFormed()) : text)
  const multipart = () => {
    const parts = pairsOf(random).map(
      ([name, value]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"${oneOf(random, ['', '; filename="x"'])}\r\n\r\n${value}\r\n`,
    )
    return Buffer.from(`${parts.join('')}--b--`)
  }
  const lines = () =>
    Buffer.from(
      pairsOf(random)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    )
  const deep = () => Buffer.from(`${'[{"a":'.repeat(random(20_000))}1`)
  const cut = () => json().subarray(0, random(40))
  return oneOf(random, [json, json, form, form, multipart, lines, deep, cut, () => bytes(random, 2_000)])()
}
const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'text/plain']
const further = ['nonsense', 'text/html; charset=nothing', 'application/json; charset=utf-16', undefined]

test(`${BODIES} random bodies: none is a fault of the server, none is lost (seed ${SEED})`, async () => {
  const random = randomOf(SEED)
  const { member, campaignId, businessId, db } = await it.newBusiness()
  const owner = await member('Owner')
  const sources = [
    await make(owner, campaignId),
    await make(owner, campaignId, 'google_ads'),
    await make(owner, campaignId, 'tiktok'),
  ]
  for (let sent = 0; sent < BODIES; sent += 1) {
    // 600 a minute are taken.
    if (sent % 500 === 0) time += 60_000
    const body = bodyOf(random)
    const reply = await post(oneOf(random, sources), body, oneOf(random, [...types, ...further]))
    expect([200, 403, 413], `${reply.statusCode} of ${body.toString('base64').slice(0, 2_000)}`).toContain(
      reply.statusCode,
    )
    if (reply.statusCode === 413) continue
    const { stored } = await db
      .selectFrom('lead_deliveries')
      .select((column) => column.fn.countAll<number>().as('stored'))
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    expect(stored).toBe(1)
    await settle()
  }
  const counted = await db
    .selectFrom('lead_deliveries')
    .select(['state', (column) => column.fn.countAll<number>().as('total')])
    .groupBy('state')
    .execute()
  const totals = Object.fromEntries(counted.map(({ state, total }) => [state, total]))
  expect(totals.waiting).toBe(undefined)
  expect(totals.lead).toBeGreaterThan(0)
  expect(totals.unread).toBeGreaterThan(0)
  // Many minutes have passed on the clock.
  const now = { ...(await it.signIn(owner.userId)), 'x-business-id': businessId }
  const { body } = await leads.page(now, {})
  expect(body.pagination.total).toBeGreaterThan(0)
  for (const source of sources) {
    await change(now, source, { mapping: null })
    expect((await requests(now, source._id, 'unread')).every(({ reason }) => reason !== 'failed')).toBe(true)
  }
}, 3_600_000)
