import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { withClient } from '../platform/db/connections.ts'
import { testApp } from '../testing/test-app.ts'
import { openStream } from '../testing/test-stream.ts'
import { waitFor } from '../testing/wait-for.ts'

const it = await testApp({ own: true })
const base = await it.listen()
const business = await it.newBusiness()
const owner = await business.member('Owner')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const { authorization, 'x-business-id': businessId = '' } = owner
const headers = { authorization, 'x-business-id': businessId }

/** A request over a keep-alive connection. */
async function ask(path: string) {
  const [reply] = (await once(get(`${base}/api${path}`, { agent, headers }), 'response')) as [IncomingMessage]
  return { status: reply.statusCode, connection: reply.headers.connection, body: await text(reply) }
}

test('a draining server refuses no request: running ones finish, readiness is 503, connections close, streams end', async () => {
  const stream = await openStream(base, authorization)
  await stream.heard('ready')
  expect(await ask('/user/campaign')).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect((await ask('/health/ready')).status).toBe(200)

  await withClient(it.urls.ownerUrl, async (locker) => {
    await locker.query('begin')
    await locker.query('lock table campaigns in access exclusive mode')
    const slow = fetch(`${base}/api/user/campaign`, { headers })
    await waitFor(async () => {
      const { rowCount } = await locker.query(
        "select from pg_locks where relation = 'campaigns'::regclass and not granted",
      )
      return rowCount
    })
    it.drain()
    const ready = await ask('/health/ready')
    expect([ready.status, JSON.parse(ready.body)]).toMatchObject([503, { status: 'not_ready', draining: true }])
    // Requests of a proxy that has not noticed yet are served, and its connections close.
    expect(await ask('/user')).not.toMatchObject({ status: 503 })
    expect((await ask('/health/live')).connection).toBe('close')

    const closed = it.close()
    expect((await stream.heard('end')).map(({ data }) => data)).toEqual(['stopping'])
    await waitFor(() => !it.app.server.listening)
    await locker.query('rollback')
    const reply = await slow
    expect([reply.status, reply.headers.get('connection')]).toEqual([200, 'close'])
    await closed
  })
  await stream.over()
  await expect(fetch(`${base}/api/health/live`)).rejects.toThrow()
})
