import { setTimeout as sleep } from 'node:timers/promises'
import { isAuditOnly } from '#contract/events/audit-events.ts'
import { HEARTBEAT_MS } from '#contract/events/events.ts'
import type { Deps } from '../../deps.ts'
import { isAfter } from '../../platform/events/position.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import { type FindNotification, findNotificationsOf } from '../notifications/notifications.service.ts'
import { listAssignees, listLivingSessions, listViews } from './live.queries.ts'
import type { BroadcastEvent, News, Stream } from './stream.ts'

/** Rights that changed without being said are noticed so late by a stream that hears nothing else … */
const REFRESH_MS = 30_000
/** … and so late by one that is about to be told something. */
const FRESH_MS = 2_000
/** More than this and reading everything again is quicker. */
const CATCH_UP_MAX = 1_000
/** Further ones of a person push out the oldest: a laptop on the road leaves dead ones behind. */
export const STREAMS_PER_PERSON = 20
/** How long a server that stops waits for its readers to hear of it. */
const GOODBYE_MS = 1_000

/** All streams of this process: each batch of events is read once, with the rights and notifications of all its readers. */
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
      hub.onRightsChanged(() => void this.#rightsChanged().catch(onError)),
    ]
    this.#stopListening = () => stops.map((stop) => stop())
    const refresh = () => void Promise.all([this.#refreshAll(), this.#endRevoked()]).catch(onError)
    this.#refreshing = setInterval(refresh, REFRESH_MS).unref()
    this.#beating = setInterval(() => this.#beat(), HEARTBEAT_MS).unref()
  }

  /** Lets a reader in. `isLost`: it named a position that cannot be read, so it may have missed anything. */
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

  /** Says goodbye to all readers: their next attempt reaches another process, or this one when it is back. */
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
    if (isStale || events.some(({ name }) => name.startsWith('campaign.'))) await this.#refreshAll()
    const readers = [...this.#streams]
    const known = await this.#knownOf(readers, events)
    for (const stream of readers) stream.tell(newsFor(stream, events, known))
  }

  /** Read after the hub began to watch: an event may come on both ways, none on neither; the stream drops the second. */
  async #pastOf(stream: Stream): Promise<News[] | 'missed'> {
    const { hub } = this.#deps
    if (isAfter(stream.last, await hub.settledPosition())) return 'missed' // the database is an older one, from a backup
    const past = await hub.eventsAfter(stream.last, [...stream.view.keys()], CATCH_UP_MAX + 1)
    if (past.length > CATCH_UP_MAX) return 'missed'
    return newsFor(stream, past, await this.#knownOf([stream], past))
  }

  async #knownOf(readers: Stream[], events: StoredEvent[]): Promise<Known> {
    const { workerDb } = this.#deps
    const kept = events.filter((event): event is AboutLead => readers.some((stream) => isKept(stream, event)))
    const [notificationOf, assignees] = await Promise.all([
      findNotificationsOf(workerDb, userIdsOf(readers), events),
      kept.length ? listAssignees(workerDb, kept) : new Map<string, string | null>(),
    ])
    return { notificationOf, assignees }
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

  /** Who may no longer read something is asked again at once, and hears nothing more of it. */
  async #rightsChanged() {
    this.#deps.access.invalidate()
    await this.#refreshAll()
  }

  #watch() {
    this.#subscription.watch([...this.#streams].flatMap(({ view }) => [...view.keys()]))
  }

  /** Ends the streams of a session that has ended; without an id those of all that have. Nor is one let in again. */
  async #endRevoked(sessionId?: string) {
    const { access, workerDb, now } = this.#deps
    if (sessionId) access.invalidate()
    const asked = [...this.#streams].filter(({ person }) => !sessionId || person.sessionId === sessionId)
    if (!asked.length) return
    const living = sessionId ? new Set() : await listLivingSessions(workerDb, sessionIdsOf(asked), now())
    for (const stream of asked) if (!living.has(stream.person.sessionId)) void stream.end('revoked')
  }

  #beat() {
    for (const stream of this.#streams) stream.beat()
  }
}

const sessionIdsOf = (streams: Stream[]) => [...new Set(streams.map(({ person }) => person.sessionId))]
const userIdsOf = (streams: Stream[]) => [...new Set(streams.map(({ person }) => person.userId))]

/** What is known of a batch: whom it told what, and whose leads they are now that not all may hear of. */
type Known = { notificationOf: FindNotification; assignees: ReadonlyMap<string, string | null> }
type AboutLead = StoredEvent & { leadId: string }

/** Whether the reader hears of this lead only if it is, or was until now, theirs. */
const isKept = ({ view }: Stream, { businessId, campaignId, leadId }: StoredEvent) =>
  leadId !== null && view.get(businessId)?.own.has(campaignId) === true

function isTheirs({ person }: Stream, { leadId, payload }: StoredEvent, assignees: Known['assignees']) {
  const { assignedTo = [] } = (payload.changes ?? {}) as { assignedTo?: unknown[] }
  return assignees.get(leadId ?? '') === person.userId || assignedTo.includes(person.userId)
}

/** Calls are heard of by whoever reads their campaign, but not with whom. */
function seenBy(stream: Stream, event: BroadcastEvent, assignees: Known['assignees']): BroadcastEvent | undefined {
  if (!isKept(stream, event) || isTheirs(stream, event, assignees)) return event
  return event.name.startsWith('call.') ? { ...event, leadId: null } : undefined
}

const newsFor = (stream: Stream, events: StoredEvent[], { notificationOf, assignees }: Known): News[] =>
  events
    .filter((event): event is BroadcastEvent => !isAuditOnly(event.name))
    .flatMap((event) => seenBy(stream, event, assignees) ?? [])
    .map((event) => ({ event, notification: notificationOf(stream.person.userId, event.id) }))
