import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database/test-db.ts'
import { waitFor } from '../../testing/wait-for.ts'
import { openDb, openPool } from '../db/connections.ts'
import type { Db } from '../db/db.ts'
import { newId } from '../ids.ts'
import { type Projection, relayBatch, startRelay } from './relay.ts'

const { workerUrl } = await testDatabase()
const db = openDb(openPool(workerUrl, () => {}, { max: 3 }))
afterAll(() => db.destroy())

/** Waits until no transaction of the cluster is older than the event, because the relay leaves it until then. */
const settled = (id: string) =>
  waitFor(async () => {
    const { rows } = await sql<{ isSettled: boolean }>`
      select xid < event_order(pg_snapshot_xmin(pg_current_snapshot())) as "isSettled"
      from events where id = ${id}`.execute(db)
    return rows[0]?.isSettled
  })
const happened = async (tx: Db = db) => {
  const [id, businessId, campaignId] = [newId(), newId(), newId()]
  await sql`insert into events (business_id, id, campaign_id, name, actor, payload)
    values (${businessId}, ${id}, ${campaignId}, 'campaign.created', '{"system":true}', '{}')`.execute(tx)
  return id
}

test('an event whose consequences fail again and again is set aside by itself; those around it go on, each once', async () => {
  const before = [await happened(), await happened()]
  const poison = await happened()
  const after = [await happened(), await happened()]
  const seen: string[] = []
  const errors: unknown[] = []
  const projection: Projection = {
    apply: async (_, { events }) => {
      if (events.some(({ id }) => id === poison)) throw new TypeError('A bug in a projection')
      seen.push(...events.map(({ id }) => id))
    },
  }
  const relay = startRelay(db, [projection], (error) => errors.push(error))
  try {
    relay.wake()
    await waitFor(() => seen.length >= 4, 12_000)
    expect(seen).toEqual([...before, ...after])
    expect(await db.selectFrom('relay_failures').select('event_id as id').execute()).toEqual([{ id: poison }])
    expect(errors.length).toBeGreaterThan(3)
  } finally {
    await relay.stop()
  }
})

test('an error that may pass sets no event aside, however often it comes', async () => {
  const event = await happened()
  let tries = 0
  let isRead = false
  const projection: Projection = {
    apply: async (_, { events }) => {
      if (!events.some(({ id }) => id === event)) return
      // 40P01: deadlock_detected.
      if (++tries <= 25) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      isRead = true
    },
  }
  const relay = startRelay(db, [projection], () => {})
  try {
    await waitFor(() => {
      relay.wake()
      return isRead
    }, 12_000)
  } finally {
    await relay.stop()
  }
  expect(await db.selectFrom('relay_failures').selectAll().where('event_id', '=', event).execute()).toEqual([])
})

test('an event waits for a transaction that began before it and writes one, too', async () => {
  const seen: string[] = []
  const projection: Projection = { apply: async (_, { events }) => void seen.push(...events.map(({ id }) => id)) }
  await waitFor(async () => !(await relayBatch(db, [])))
  const [begun, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const slow = db.transaction().execute(async (tx) => {
    begun.resolve(await happened(tx))
    await ended.promise
  })
  const first = await begun.promise
  const second = await happened()
  await relayBatch(db, [projection])
  expect(seen).toEqual([])
  ended.resolve()
  await slow
  await waitFor(async () => {
    await relayBatch(db, [projection])
    return seen.length === 2
  })
  expect(seen).toEqual([first, second])
})

test('of two relays one works at a time, so that nothing is applied twice', async () => {
  const event = await happened()
  await settled(event)
  const seen: string[] = []
  const [applying, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow: Projection = {
    apply: async (_, { events }) => {
      seen.push(...events.map(({ id }) => id))
      applying.resolve()
      await goesOn.promise
    },
  }
  const first = relayBatch(db, [slow])
  await applying.promise
  const other: Projection = { apply: async (_, { events }) => void seen.push(...events.map(({ id }) => id)) }
  expect(await relayBatch(db, [other])).toBe(true)
  goesOn.resolve()
  await first
  await relayBatch(db, [other])
  expect(seen).toEqual([event])
})

test('what follows from an event is stored with how far events are read, or not at all', async () => {
  const event = await happened()
  await settled(event)
  let tries = 0
  const projection: Projection = {
    apply: async (tx, { events }) => {
      const [found] = events.filter(({ id }) => id === event)
      if (!found) return
      await sql`insert into relay_failures (event_id, business_id) values (${event}, ${found.businessId})`.execute(tx)
      tries += 1
      if (tries === 1) throw new TypeError('Half way')
    },
  }
  const relay = startRelay(db, [projection], () => {})
  try {
    relay.wake()
    await waitFor(() => tries === 2)
  } finally {
    await relay.stop()
  }
  const stored = await db.selectFrom('relay_failures').select('event_id as id').where('event_id', '=', event).execute()
  expect([tries, stored]).toEqual([2, [{ id: event }]])
})

test('a database that was moved to a younger cluster under a running process is reported, not waited for in silence', async () => {
  const move = (xid: string) => sql`update relay_position set xid = ${xid}::xid8`.execute(db)
  const { rows } = await sql<{ xid: string }>`select xid::text from relay_position`.execute(db)
  await move('900000000000')
  try {
    await happened()
    await expect(relayBatch(db, [])).rejects.toThrow(/moved to another cluster.+Restart every process/)
  } finally {
    await move(rows[0]?.xid ?? '0')
  }
  await waitFor(async () => !(await relayBatch(db, [])))
})
