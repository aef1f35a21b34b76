import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openCaches } from '../caches.ts'
import { openDb, openPool } from '../db/connections.ts'
import { relayBatch } from '../events/relay.ts'
import { newId } from '../ids.ts'
import { startHub } from './hub.ts'

const { workerUrl } = await testDatabase()
const db = openDb(openPool(workerUrl, () => {}))
const errors: unknown[] = []
const caches = openCaches()
const hub = await startHub(db, workerUrl, { caches, onError: (error) => void errors.push(error) })
afterAll(async () => {
  await hub.stop()
  await db.destroy()
})

const [a, b] = [newId(), newId()]
const happen = async (businessId: string) => {
  const id = newId()
  await sql`insert into events (business_id, id, campaign_id, name, actor, payload)
    values (${businessId}, ${id}, ${newId()}, 'campaign.created', '{"system": true}', '{}')`.execute(db)
  return id
}
const relay = () => waitFor(async () => !(await relayBatch(db, [])))
const heardBy = (businessIds: string[]) => {
  const heard: string[] = []
  const subscription = hub.subscribe((events) => void heard.push(...events.map(({ id }) => id)))
  subscription.watch(businessIds)
  return { heard, ...subscription }
}

test('each listener hears of the businesses it watches, in order, and of nothing after it closed', async () => {
  const [ofA, ofBoth] = [heardBy([a]), heardBy([a, b])]
  const ids = [await happen(a), await happen(b), await happen(a)]
  await relay()
  await waitFor(() => ofBoth.heard.length === 3)
  expect([ofA.heard, ofBoth.heard]).toEqual([[ids[0], ids[2]], ids])
  ofA.close()
  await happen(a)
  await relay()
  await waitFor(() => ofBoth.heard.length === 4)
  expect(ofA.heard).toHaveLength(2)
  ofBoth.close()
})

test('what another process wrote ends the caches here, also of a business that no stream watches', async () => {
  let ended = 0
  caches.onEvents(['campaign.created'], () => ended++)
  await happen(newId())
  await relay()
  await waitFor(() => ended === 1)
})

test('the past is read up to where the relay is and no further', async () => {
  const from = hub.position()
  const ids = [await happen(a), await happen(b), await happen(a)]
  await relay()
  await happen(a)
  const past = await hub.eventsAfter(from, [a, b], 10)
  expect(past.map(({ id }) => id)).toEqual(ids)
  expect(await hub.eventsAfter(from, [b], 10)).toHaveLength(1)
  expect(await hub.eventsAfter(from, [a, b], 2)).toHaveLength(2)
  await relay()
})

test('a lost connection comes back, and what was missed meanwhile is heard', async () => {
  const { heard, close } = heardBy([a])
  const ended: unknown[] = []
  hub.onSessionEnded((sessionId) => void ended.push(sessionId))
  await sql`select pg_notify('sessions', 'one')`.execute(db)
  await waitFor(() => ended.length)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%' and pid <> pg_backend_pid()`.execute(db)
  const id = await happen(a)
  await relay()
  await waitFor(() => heard.includes(id))
  await waitFor(() => ended.length > 1) // one may have ended before the listener was there
  expect(ended).toEqual(['one', undefined])
  expect(errors).toHaveLength(1)
  close()
})

test('what a listener failed to handle is delivered again, and nothing twice that it handled', async () => {
  const heard: string[][] = []
  const failing = hub.subscribe((events) => {
    heard.push(events.map(({ id }) => id))
    if (heard.length === 1) throw new Error('listener failed')
  })
  failing.watch([a])
  const first = await happen(a)
  await relay()
  await waitFor(() => heard.length === 1)
  const second = await happen(a)
  await relay()
  await waitFor(() => heard.flat().includes(second))
  const third = await happen(a)
  await relay()
  await waitFor(() => heard.flat().includes(third))
  await sleep(50)
  expect(heard).toEqual([[first], [first, second], [third]])
  failing.close()
})
