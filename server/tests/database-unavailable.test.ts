import { afterAll, expect, test } from 'vitest'
import { campaignRoutes } from '#contract/campaigns.ts'
import { healthRoutes } from '#contract/health.ts'
import { openLog } from '../platform/log.ts'
import { databaseProxy } from '../testing/database/database-proxy.ts'
import { testDatabase } from '../testing/database/test-db.ts'
import { testApp } from '../testing/test-app.ts'
import { waitFor } from '../testing/wait-for.ts'

const proxy = await databaseProxy((await testDatabase()).appUrl)
const lines: { level: string; msg: string }[] = []
const log = openLog('info', {}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const it = await testApp({ through: proxy.through, log, errors: [] })
afterAll(() => proxy.close())
const business = await it.newBusiness()
const owner = await business.member('Owner')
const list = (language: string) =>
  it.send(
    campaignRoutes.list,
    owner,
    { query: {} },
    { 'accept-language': language, 'x-request-id': 'given-by-a-proxy' },
  )

test('while the database is unavailable requests get 503 with Retry-After, and health reports it', async () => {
  expect((await list('en')).status).toBe(200)
  proxy.become('refused')
  await waitFor(async () => (await it.send(healthRoutes.ready, undefined, {})).status === 503)

  for (const [language, text] of [
    ['en', 'The system is not available right now. Please try again in a moment'],
    ['he', 'המערכת אינה זמינה כרגע. אפשר לנסות שוב בעוד רגע'],
  ] as const) {
    const { status, body, headers } = await list(language)
    expect({ status, body }).toEqual({
      status: 503,
      body: { success: false, code: 'database_unavailable', message: text, requestId: 'given-by-a-proxy' },
    })
    expect(headers['retry-after']).toBe('5')
    expect(headers['x-request-id']).toBe('given-by-a-proxy')
  }
  expect((await it.send(healthRoutes.ready, undefined, {})).body).toMatchObject({
    success: false,
    status: 'not_ready',
    database: 'away',
    relay: 'unknown',
    jobs: 'unknown',
  })
  expect(await it.send(healthRoutes.get, undefined, {})).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
  })
  expect(await it.send(healthRoutes.live, undefined, {})).toMatchObject({ status: 200, body: { status: 'ok' } })
})

test('a hundred equal failures are one log line', async () => {
  lines.length = 0
  // Twenty at once stay below the limit of waiting heavy requests of a person.
  for (let round = 0; round < 5; round++) {
    const replies = await Promise.all(Array.from({ length: 20 }, () => list('en')))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
  }
  expect(lines.filter(({ level }) => level === 'error').length).toBeLessThanOrEqual(1)
})

test('when the database is back, everything recovers', async () => {
  proxy.become('open')
  await waitFor(async () => (await it.send(healthRoutes.ready, undefined, {})).status === 200)
  expect((await list('en')).status).toBe(200)
  expect((await it.send(healthRoutes.get, undefined, {})).status).toBe(200)
})
