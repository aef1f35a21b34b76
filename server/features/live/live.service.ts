import { setTimeout as sleep } from 'node:timers/promises'
import { eventOf } from '#contract/events/catalogue.ts'
import { HEARTBEAT_MS, topicOf } from '#contract/events/live.ts'
import type { Deps } from '../../deps.ts'
import { isAfter } from '../../platform/events/position.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { type FindNotification, findNotificationsOf } from '../notifications/notifications.service.ts'
import { listActiveSessions, listAssignees, listViews } from './live.queries.ts'
import type { BroadcastEvent, News, Stream } from './stream.ts'

/** Rights are read again at this interval, because some changes may arrive without a notification. */
const REFRESH_MS = 30_000
/** Rights are also read again before a delivery if they were read longer ago than this. */
const FRESH_MS = 2_000
/** If a client missed more events than this, it reloads everything, which is faster. */
const CATCH_UP_MAX = 1_000
/**
 * If a person opens more streams than this, the oldest is closed: a laptop that changes networks leaves dead streams
 * behind.
 */
export const STREAMS_PER_PERSON = 20
/** How long a stopping server waits for clients to receive the end message. */
const GOODBYE_MS = 1_000

/**
 * All streams of this process. Each batch of events is read once, together with the rights and notifications of all
 * clients.
 */
export class Live {
  readonly #deps: Deps
  readonly #streams = new Set<Stream>()
  readonly #subscription
  readonly #stopListening
  readonly #refreshing
  readonly #beating
  #refreshedAt = 0
  #isStopped = false

  constructor(deps: Deps) {
    this.#deps = deps
    const { hub, onError } = deps
    this.#subscription = hub.subscribe((events) => this.#deliver(events))
    const stops = [
      hub.onSessionEnded((sessionId) => void this.#endRevoked(sessionId).catch(onError)),
      hub.onRightsChanged(() => void this.#refreshAll().catch(onError)),
      hub.onViewersChanged(({ userIds, ...lead }) => {
        for (const stream of this.#streams) if (userIds.includes(stream.person.userId)) stream.sayViewers(lead)
      }),
    ]
    this.#stopListening = () => stops.map((stop) => stop())
    const refresh = () => void Promise.all([this.#refreshAll(), this.#endRevoked()]).catch(onError)
    this.#refreshing = setInterval(refresh, REFRESH_MS).unref()
    this.#beating = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Adds a client. `isLost`: the client's position could not be parsed, so it may have missed any event. */
  async add(stream: Stream, { isLost }: { isLost: boolean }) {
    if (this.#isStopped) {
      stream.open()
      return stream.end('stopping')
    }
    const others = [...this.#streams].filter(({ person }) => person.userId === stream.person.userId)
    const [oldest] = others
    if (oldest && others.length >= STREAMS_PER_PERSON) {
      oldest.cut()
      this.#streams.delete(oldest)
    }
    this.#streams.add(stream)
    await this.#refresh([stream])
    stream.open()
    const past = isLost ? 'missed' : await this.#pastOf(stream)
    if (past === 'missed') stream.sayMissed(this.#deps.hub.position())
    stream.caughtUp(past === 'missed' ? [] : past)
  }

  remove(stream: Stream) {
    if (this.#streams.delete(stream)) this.#watch()
  }

  /** Ends all streams; clients reconnect to another process, or to this one after its restart. */
  async stop() {
    this.#isStopped = true
    clearInterval(this.#refreshing)
    clearInterval(this.#beating)
    this.#stopListening()
    this.#subscription.close()
    const goodbyes = Promise.all([...this.#streams].map((stream) => stream.end('stopping')))
    await Promise.race([goodbyes, sleep(GOODBYE_MS, undefined, { ref: false })])
  }

  async #deliver(events: StoredEvent[]) {
    const isStale = Date.now() - this.#refreshedAt > FRESH_MS
    if (isStale || events.some((event) => topicOf(event) === 'campaign')) await this.#refreshAll()
    const readers = [...this.#streams]
    const known = await this.#knownOf(readers, events)
    for (const stream of readers) stream.send(newsFor(stream, events, known))
  }

  /**
   * Past events, read after the hub began to watch. An event may therefore arrive twice but is never missed; the stream
   * drops duplicates.
   */
  async #pastOf(stream: Stream): Promise<News[] | 'missed'> {
    const { hub } = this.#deps
    if (isAfter(stream.last, await hub.settledPosition())) return 'missed' // the database was restored from an older backup
    const past = await hub.eventsAfter(stream.last, [...stream.view.keys()], CATCH_UP_MAX + 1)
    if (past.length > CATCH_UP_MAX) return 'missed'
    return newsFor(stream, past, await this.#knownOf([stream], past))
  }

  async #knownOf(readers: Stream[], events: StoredEvent[]): Promise<Known> {
    const { workerDb } = this.#deps
    const restricted = events.filter((event): event is AboutLead =>
      readers.some((stream) => isRestricted(stream, event)),
    )
    const [notifications, assignees] = await Promise.all([
      findNotificationsOf(workerDb, userIdsOf(readers), events),
      restricted.length ? listAssignees(workerDb, restricted) : new Map<string, string | null>(),
    ])
    return { notifications, assignees }
  }

  async #refresh(streams: Stream[]) {
    const views = await listViews(this.#deps.workerDb, sessionIdsOf(streams))
    for (const stream of streams) stream.changeView(views.get(stream.person.sessionId) ?? new Map())
    this.#watch()
  }

  async #refreshAll() {
    if (!this.#streams.size) return
    this.#refreshedAt = Date.now()
    await this.#refresh([...this.#streams])
  }

  #watch() {
    this.#subscription.watch([...this.#streams].flatMap(({ view }) => [...view.keys()]))
  }

  /**
   * Ends the streams of a revoked session or, without an id, of all ended sessions. The hub has already cleared the
   * caches, so the client cannot reconnect with that session.
   */
  async #endRevoked(sessionId?: string) {
    const { workerDb, now } = this.#deps
    const affected = [...this.#streams].filter(({ person }) => !sessionId || person.sessionId === sessionId)
    if (!affected.length) return
    const active = sessionId ? new Set() : await listActiveSessions(workerDb, sessionIdsOf(affected), now())
    for (const stream of affected) if (!active.has(stream.person.sessionId)) void stream.end('revoked')
  }

  #beat() {
    for (const stream of this.#streams) stream.beat()
  }
}

const sessionIdsOf = (streams: Stream[]) => [...new Set(streams.map(({ person }) => person.sessionId))]
const userIdsOf = (streams: Stream[]) => [...new Set(streams.map(({ person }) => person.userId))]

/**
 * Data for one batch: notifications by member, and the current assignees of leads that some restricted member may not
 * see.
 */
type Known = { notifications: FindNotification; assignees: ReadonlyMap<string, string | null> }
type AboutLead = StoredEvent & { leadId: string }

/** Whether the client gets events of this lead only if the lead is, or was until now, assigned to the person. */
const isRestricted = ({ view }: Stream, { businessId, campaignId, leadId }: StoredEvent) =>
  leadId !== null && view.get(businessId)?.own.has(campaignId) === true

function isAssignedTo({ person }: Stream, { leadId, payload }: StoredEvent, assignees: Known['assignees']) {
  const { assignedTo = [] } = (payload.changes ?? {}) as { assignedTo?: unknown[] }
  return assignees.get(leadId ?? '') === person.userId || assignedTo.includes(person.userId)
}

/** Restricted members get events of all calls in their campaigns, but without the lead's id. */
function seenBy(stream: Stream, event: BroadcastEvent, assignees: Known['assignees']): BroadcastEvent | undefined {
  if (!isRestricted(stream, event) || isAssignedTo(stream, event, assignees)) return event
  return topicOf(event) === 'call' ? { ...event, leadId: null } : undefined
}

const newsFor = (stream: Stream, events: StoredEvent[], { notifications, assignees }: Known): News[] =>
  events
    .filter((event): event is BroadcastEvent => eventOf(event.name)?.audience !== 'audit')
    .flatMap((event) => seenBy(stream, event, assignees) ?? [])
    .map((event) => ({ event, notification: notifications(stream.person.userId, event.id) }))
