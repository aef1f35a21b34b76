import { HEARTBEAT_MS } from '#contract/events.ts'
import type { Deps } from '../../deps.ts'
import { isAfter } from '../../platform/events/position.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { findToldPeople, type ToldPeople } from '../notifications/notifications.service.ts'
import { listLivingSessions, listViews } from './live.queries.ts'
import type { Stream } from './stream.ts'

/** Rights that changed without an event are noticed so late by a stream that hears nothing else … */
const REFRESH_MS = 30_000
/** … and so late by one that is about to be told something. */
const FRESH_MS = 2_000
/** More than this and reading everything again is quicker. */
export const CATCH_UP_MAX = 1_000
/** Further ones of a person push out the oldest: a laptop on the road leaves dead ones behind. */
export const STREAMS_PER_PERSON = 20

type Given = Pick<Deps, 'workerDb' | 'hub' | 'now' | 'onError'>
export type Live = ReturnType<typeof openLive>

/** All streams of this process: each batch of events is read once, with the rights and notifications of all its readers. */
export function openLive({ workerDb, hub, now, onError }: Given) {
  const streams = new Set<Stream>()
  let refreshedAt = 0

  const ids = (of: Iterable<Stream>) => [...new Set([...of].map(({ person }) => person.userId))]
  const watch = () => subscription.watch([...streams].flatMap(({ view }) => [...view.keys()]))

  async function refresh(of: Iterable<Stream> = streams) {
    const refreshed = [...of]
    const views = await listViews(workerDb, ids(refreshed))
    for (const stream of refreshed) stream.changeView(views.get(stream.person.userId) ?? new Map())
    watch()
  }

  async function refreshAll() {
    if (!streams.size) return
    refreshedAt = Date.now()
    await refresh()
  }

  const newsFor = (stream: Stream, events: StoredEvent[], told: ToldPeople) =>
    events.map((event) => ({ event, notification: told(stream.person.userId, event.id) }))

  async function deliver(events: StoredEvent[]) {
    const isStale = Date.now() - refreshedAt > FRESH_MS
    if (isStale || events.some(({ name }) => name.startsWith('campaign.'))) await refreshAll()
    const readers = [...streams]
    const told = await findToldPeople(workerDb, ids(readers), events)
    for (const stream of readers) stream.tell(newsFor(stream, events, told))
  }

  /** Cuts the streams of a session that has ended; without an id those of all that have. */
  async function endRevoked(sessionId?: string) {
    const asked = [...streams].filter(({ person }) => sessionId === undefined || person.sessionId === sessionId)
    if (!asked.length) return
    const sessionIds = [...new Set(asked.map(({ person }) => person.sessionId))]
    const living = sessionId ? new Set() : await listLivingSessions(workerDb, sessionIds, now())
    for (const stream of asked) if (!living.has(stream.person.sessionId)) stream.end('revoked')
  }

  const subscription = hub.subscribe(deliver)
  const stopListening = hub.onSessionEnded((sessionId) => void endRevoked(sessionId).catch(onError))
  const refreshing = setInterval(
    () => void Promise.all([refreshAll(), endRevoked()]).catch(onError),
    REFRESH_MS,
  ).unref()
  const beating = setInterval(() => {
    for (const stream of streams) stream.beat()
  }, HEARTBEAT_MS).unref()

  /** Watched first, then caught up: an event may come on both ways, none on neither; the stream drops the second. */
  async function catchUp(stream: Stream) {
    if (isAfter(stream.last, await hub.settledPosition())) return 'missed' // the database is an older one, from a backup
    const past = await hub.eventsAfter(stream.last, [...stream.view.keys()], CATCH_UP_MAX + 1)
    if (past.length > CATCH_UP_MAX) return 'missed'
    const told = await findToldPeople(workerDb, [stream.person.userId], past)
    return newsFor(stream, past, told)
  }

  return {
    /** Lets a reader in. `isLost`: it named a position that cannot be read, so it may have missed anything. */
    async add(stream: Stream, { isLost }: { isLost: boolean }) {
      const others = [...streams].filter(({ person }) => person.userId === stream.person.userId)
      if (others.length >= STREAMS_PER_PERSON) others[0]?.cut()
      streams.add(stream)
      await refresh([stream])
      stream.open()
      const past = isLost ? 'missed' : await catchUp(stream)
      if (past === 'missed') stream.sayMissed(hub.position())
      stream.caughtUp(past === 'missed' ? [] : past)
    },
    remove(stream: Stream) {
      if (streams.delete(stream)) watch()
    },
    /** Says goodbye to all readers: their next attempt reaches another process, or this one when it is back. */
    stop() {
      clearInterval(refreshing)
      clearInterval(beating)
      stopListening()
      subscription.close()
      for (const stream of streams) stream.end('stopping')
    },
  }
}
