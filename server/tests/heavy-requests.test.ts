import { expect, test } from 'vitest'
import { auditRoutes } from '#contract/audit.ts'
import type { Failure } from '#contract/common.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import { profileRoutes } from '#contract/profile.ts'
import { HEAVY_LIMITS } from '../open.ts'
import { newId } from '../platform/ids.ts'
import { allRoutes, samples } from '../testing/routes/all-samples.ts'
import { anAutomation } from '../testing/routes/automation-fixtures.ts'
import { sampleOf } from '../testing/routes/route-samples.ts'
import { testApp } from '../testing/test-app.ts'

const it = await testApp({ own: true })
const business = await it.newBusiness()
const [owner, other] = [await business.member('Owner'), await business.member('Owner')]

/** Occupies places of the limit of a person's heavy requests; returns their release. */
function take(userId: string, places: number) {
  const turns = Array.from({ length: places }, () => it.deps.enterHeavy(userId))
  return () => Promise.all(turns.map((turn) => turn.then((leave) => leave())))
}

test('a few heavy requests of a person run, some wait, and further ones are refused; other people are not affected', async () => {
  const leave = take(owner.userId, HEAVY_LIMITS.places)
  const extra = 5
  const asked = Array.from({ length: HEAVY_LIMITS.waiting + extra }, () =>
    it.send(leadRoutes.list, owner, { query: {} }),
  )
  const refused = await Promise.all(asked.slice(-extra))
  for (const { status, headers, body } of refused) {
    expect([status, (body as unknown as Failure).code]).toEqual([429, 'too_many_requests'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await it.send(leadRoutes.list, other, { query: {} })).status).toBe(200)
  // Light requests do not wait.
  expect((await it.send(profileRoutes.sessions, owner, {})).status).toBe(200)
  await leave()
  const waited = await Promise.all(asked.slice(0, HEAVY_LIMITS.waiting))
  expect(waited.map(({ status }) => status)).toEqual(Array(HEAVY_LIMITS.waiting).fill(200))
})

const heavy = allRoutes.filter(({ route }) => route.heavy)
/** Some routes take days, others times. */
const spans = [
  { from: '2026-11-29', to: '2026-12-05' },
  { from: '2026-11-29T00:00:00Z', to: '2026-12-05T00:00:00Z' },
]
/** What the preview of a message to many leads takes. */
const toMany = { message: { channel: 'sms', purpose: 'service', text: 'Hello' }, choice: { all: true } }

test('every list, search and figure over many rows is limited, across businesses', async () => {
  const expected = Object.keys(samples).filter((name) => samples[name]?.heavy)
  expect(heavy.map(({ name }) => name).sort()).toEqual(expected.sort())
  const leave = take(owner.userId, HEAVY_LIMITS.places + HEAVY_LIMITS.waiting)
  for (const { route } of heavy) {
    const query = spans.find((span) => route.query?.safeParse({ search: 'abc', ...span }).success)
    const input = route.params
      ? sampleOf(route, { id: newId(), content: anAutomation() })
      : { query: { search: 'abc', ...query }, ...(route.method === 'POST' && { body: toMany }) }
    const { status } = await it.send(route, owner, input as never)
    expect([route.path, status]).toEqual([route.path, 429])
  }
  await leave()
})

test('so is a streamed file', async () => {
  const { url } = (await it.send(auditRoutes.exportLink, owner, { body: {} })).body
  const leave = take(owner.userId, HEAVY_LIMITS.places + HEAVY_LIMITS.waiting)
  expect((await it.app.inject(url)).statusCode).toBe(429)
  await leave()
  for (let i = 0; i < HEAVY_LIMITS.places + 1; i++) expect((await it.app.inject(url)).statusCode).toBe(200)
})

test('an API key has its own limit', async () => {
  const { authorization, keyId } = await business.apiKey(['leads:read'])
  const leave = take(keyId, HEAVY_LIMITS.places + HEAVY_LIMITS.waiting)
  const list = () => it.send(leadRoutes.list, { authorization }, { query: {} })
  expect((await list()).status).toBe(429)
  expect((await it.send(leadRoutes.list, owner, { query: {} })).status).toBe(200)
  await leave()
  expect((await list()).status).toBe(200)
})
