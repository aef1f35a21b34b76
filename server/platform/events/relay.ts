import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EventName } from '#contract/events/catalogue.ts'
import type { Actor } from '#contract/events/events.ts'
import type { Db } from '../db/db.ts'
import { isTransient } from '../db/outage.ts'
import { addJobs, type JobSpec } from '../jobs/job.ts'
import type { Position } from './position.ts'

const BATCH_SIZE = 1_000
/** The pause after a batch is REST times its duration: under load, few large batches cost less than many small ones. */
const PAUSE_MS = 20
const PAUSE_MS_MAX = 100
const REST = 4
const SWEEP_MS = 1_000
/** Tries of a whole batch before it is halved. */
const WHOLE_TRIES = 3
/** Halvings of a batch down to one event, and some tries of that one. */
const LAST_TRIES = 14

/** The relay's position is below the oldest running transaction, unless the cluster has lower ids (event-epoch.ts). */
const MOVED =
  'The database was moved to another cluster while Leadline ran, so new events are not delivered. Restart every process.'

/** Notifies every process when the relay's position moved, with the names of the events. */
export const EVENTS_CHANNEL = 'events'

export type StoredEvent = Position & {
  businessId: string
  campaignId: string
  leadId: string | null
  name: EventName
  actor: Actor
  payload: Record<string, unknown>
  at: string
}
/** Events after `from` up to and including `to`. */
export type Batch = { events: StoredEvent[]; from: Position; to: Position }
/** Derives rows and jobs from events, in the relay's transaction. */
export type Projection = {
  apply?: (tx: Db, batch: Batch) => Promise<unknown>
  jobs?: (events: StoredEvent[]) => JobSpec[]
}
export type Relay = { wake: () => void; stop: () => Promise<void> }

export const eventColumns = sql`xid::text as xid, id, business_id as "businessId", campaign_id as "campaignId",
  lead_id as "leadId", name, actor, payload, at`

/**
 * Applies the projections to new events, in order and exactly once. Every process starts a relay; the lock on the
 * position's row lets only one work at a time.
 */
export function startRelay(db: Db, projections: Projection[], onError: (error: unknown) => void): Relay {
  let stopped = false
  let wake = Promise.withResolvers<void>()
  let failures = 0
  /** Halves the batch after failures, down to one event; an event that still fails is set aside, so that the others go on. */
  const step = async () => {
    const limit = failures < WHOLE_TRIES ? BATCH_SIZE : Math.max(1, BATCH_SIZE >> (failures - WHOLE_TRIES + 1))
    const setAside = failures >= WHOLE_TRIES + LAST_TRIES
    try {
      const more = await relayBatch(db, setAside ? [] : projections, { limit, setAside })
      failures = setAside ? 0 : Math.max(0, failures - 1)
      return more
    } catch (error) {
      onError(error)
      if (isTransient(error)) return false
      failures += 1
      return failures > WHOLE_TRIES
    }
  }
  const loop = (async () => {
    while (!stopped) {
      const sweep = new AbortController()
      await Promise.race([
        wake.promise,
        sleep(SWEEP_MS, undefined, { signal: sweep.signal, ref: false }).catch(() => {}),
      ])
      sweep.abort()
      wake = Promise.withResolvers()
      let isMore = true
      while (!stopped && isMore) {
        const begun = performance.now()
        isMore = await step()
        await sleep(Math.min(PAUSE_MS_MAX, Math.max(PAUSE_MS, REST * (performance.now() - begun))))
      }
    }
  })()
  return {
    wake: () => wake.resolve(),
    stop: () => {
      stopped = true
      wake.resolve()
      return loop
    },
  }
}

const namesOf = (events: StoredEvent[]) => [...new Set(events.map(({ name }) => name))].join(' ')

/** Whether more is pending: the batch was full, a running transaction is older than an event, or another process is at work. */
export const relayBatch = (
  db: Db,
  projections: Projection[],
  { limit = BATCH_SIZE, setAside = false }: { limit?: number; setAside?: boolean } = {},
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { rows: positions } = await sql<Position & { isBehind: boolean }>`
      select xid::text, id, event_order(pg_snapshot_xmin(pg_current_snapshot())) < xid as "isBehind"
      from relay_position where reader = 'relay' for update skip locked`.execute(tx)
    const [from] = positions
    if (!from) return true
    if (from.isBehind) throw new Error(MOVED)
    // Neither ids nor xids follow the order of commits, but below the oldest running transaction no further event can
    // appear.
    const { rows } = await sql<StoredEvent & { settled: boolean }>`
      select ${eventColumns}, xid < event_order(pg_snapshot_xmin(pg_current_snapshot())) as settled from events
      where (xid, id) > (${from.xid}::xid8, ${from.id}::uuid) order by events.xid, events.id limit ${limit}`.execute(tx)
    const events = rows.filter(({ settled }) => settled)
    const last = events.at(-1)
    if (!last) return rows.length > 0
    const jobs = projections.flatMap((projection) => projection.jobs?.(events) ?? [])
    const batch = { events, from, to: { xid: last.xid, id: last.id } }
    await Promise.all([
      jobs.length ? addJobs(tx, jobs) : undefined,
      setAside
        ? sql`insert into relay_failures (event_id, business_id) values (${last.id}, ${last.businessId})`.execute(tx)
        : undefined,
      ...projections.map((projection) => projection.apply?.(tx, batch)),
      sql`update relay_position set xid = ${last.xid}::xid8, id = ${last.id} where reader = 'relay'`.execute(tx),
      // One NOTIFY for all tenants and events of the batch; each process then reads what its own streams need.
      sql`select pg_notify(${EVENTS_CHANNEL}, ${namesOf(events)})`.execute(tx),
    ])
    return rows.length === limit || rows.length > events.length
  })
