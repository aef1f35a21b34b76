import type { Caches } from '../caches.ts'
import type { Db } from '../db/db.ts'
import { isAfter, type Position } from '../events/position.ts'
import { EVENTS_CHANNEL, type StoredEvent } from '../events/relay.ts'
import { listenTo } from './channel.ts'
import { eventsAfter, eventsBetween, relayPosition } from './hub.queries.ts'

/** Carries the id of a session that was ended early. */
export const SESSIONS_CHANNEL = 'sessions'
/** Carries a business's id when a member's rights in it changed. */
export const RIGHTS_CHANNEL = 'rights'
/** Carries, as JSON, a lead and those who have it open, when a person opens or leaves it. */
export const VIEWERS_CHANNEL = 'viewers'
/** Polls as well, in case a notification is lost. */
const SWEEP_MS = 10_000

type Subscription = {
  /** Sets the businesses whose events are delivered from now on. */
  watch: (businessIds: Iterable<string>) => void
  close: () => void
}
export type ViewersNotice = { businessId: string; leadId: string; userIds: string[] }
export type Hub = {
  /** The relay's position as last seen by this process. */
  position: () => Position
  /** The relay's current position, from the database. */
  settledPosition: () => Promise<Position>
  /**
   * Delivers new events of all watched businesses in order, by batches; the next batch waits for the listener. After a
   * failure the same events are delivered again with new ones, so listeners must skip repeats.
   */
  subscribe: (listener: (events: StoredEvent[]) => Promise<void> | void) => Subscription
  /** Called for each ended session; with undefined after a lost connection, when any may have ended. */
  onSessionEnded: (listener: (sessionId: string | undefined) => void) => () => void
  /** Called when rights changed, and after a lost connection, when they may have. */
  onRightsChanged: (listener: () => void) => () => void
  /** Called when a person opened or left a lead, with those who look at it. */
  onViewersChanged: (listener: (change: ViewersNotice) => void) => () => void
  eventsAfter: (position: Position, businessIds: string[], limit: number) => Promise<StoredEvent[]>
  stop: () => Promise<void>
}

type HubDeps = { caches: Pick<Caches, 'end' | 'endAll'>; onError: (error: unknown) => void }

/**
 * Receives events once per process: one connection listens, one query reads for all watched businesses. Ends the caches
 * that events of any process name.
 */
export async function startHub(db: Db, workerUrl: string, { caches, onError }: HubDeps): Promise<Hub> {
  const listeners = new Map<(events: StoredEvent[]) => Promise<void> | void, ReadonlySet<string>>()
  const sessions = notices<[sessionId: string | undefined]>()
  const rights = notices<[]>()
  const viewers = notices<[change: ViewersNotice]>()
  let position = await relayPosition(db)
  let isStopped = false
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function advance() {
    const to = await relayPosition(db)
    if (!isAfter(to, position)) return
    const watched = [...new Set([...listeners.values()].flatMap((ids) => [...ids]))]
    const events = watched.length ? await eventsBetween(db, { from: position, to }, watched) : []
    for (const [listener, ids] of [...listeners]) {
      const wanted = events.filter(({ businessId }) => ids.has(businessId))
      if (wanted.length) await listener(wanted)
    }
    // Updated only after the delivery, so that a batch that failed is delivered again.
    position = to
  }

  /** Runs serially; calls during a run cause one more run. */
  const wake = () => {
    if (isStopped) return
    isAskedAgain = true
    running ??= (async () => {
      while (isAskedAgain && !isStopped) {
        isAskedAgain = false
        await advance().catch(onError)
      }
      running = undefined
    })()
  }

  const channel = listenTo(workerUrl, [EVENTS_CHANNEL, SESSIONS_CHANNEL, RIGHTS_CHANNEL, VIEWERS_CHANNEL], {
    onNotice(name, payload) {
      if (name === SESSIONS_CHANNEL) {
        caches.end(['session.ended'])
        sessions.send(payload)
      } else if (name === RIGHTS_CHANNEL) {
        caches.end(['member.changed', 'member.joined'])
        rights.send()
      } else if (name === VIEWERS_CHANNEL) {
        viewers.send(JSON.parse(payload))
      } else {
        caches.end(payload.split(' '))
        wake()
      }
    },
    onConnected() {
      caches.endAll()
      wake()
      sessions.send(undefined)
      rights.send()
    },
    onError,
  })
  await channel.connected
  const sweep = setInterval(wake, SWEEP_MS).unref()

  return {
    position: () => position,
    settledPosition: () => relayPosition(db),
    subscribe(listener) {
      listeners.set(listener, new Set())
      return {
        watch: (businessIds) => void (listeners.has(listener) && listeners.set(listener, new Set(businessIds))),
        close: () => void listeners.delete(listener),
      }
    },
    onSessionEnded: sessions.listen,
    onRightsChanged: rights.listen,
    onViewersChanged: viewers.listen,
    eventsAfter: (after, businessIds, limit) => eventsAfter(db, { after, businessIds, limit }),
    async stop() {
      isStopped = true
      clearInterval(sweep)
      await channel.stop()
      await running
    },
  }
}

function notices<A extends unknown[]>() {
  const listeners = new Set<(...args: A) => void>()
  return {
    send(...args: A) {
      for (const listener of [...listeners]) listener(...args)
    },
    listen(listener: (...args: A) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
