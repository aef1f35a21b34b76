import type { ServerResponse } from 'node:http'
import type { Language } from '#contract/constants.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import type { LiveEvent, LiveName } from '#contract/events/live.ts'
import type { ViewersChanged } from '#contract/leads/lead-viewers.ts'
import { isAfter, type Position, positionText } from '../../platform/events/position.ts'
import type { StoredEvent } from '../../platform/events/relay.ts'
import type { Person } from '../../platform/http/caller.ts'
import { type StoredNotification, toNotification } from '../notifications/notifications.rules.ts'
import type { Sight, View } from './live.queries.ts'

/**
 * If more bytes than this are waiting for a slow client, its stream is closed; the client reconnects and catches up.
 */
const BUFFER_BYTES = 1_048_576

export type EndReason = 'expired' | 'revoked' | 'stopping'
/** An event that streams broadcast. */
export type BroadcastEvent = StoredEvent & { name: LiveName }
/** An event together with the notification that it made for the stream's person. */
export type News = { event: BroadcastEvent; notification: StoredNotification | undefined }

const toLive = (
  { xid, id, name, businessId, campaignId, leadId, actor, payload, at }: BroadcastEvent,
  { userId }: Person,
): LiveEvent => ({
  position: positionText({ xid, id }),
  name,
  businessId,
  campaignId,
  ...(leadId && { leadId }),
  ...(typeof payload.callId === 'string' && { callId: payload.callId }),
  ...(Array.isArray(payload.announcedTo) && payload.announcedTo.includes(userId) && { willRing: true }),
  actor,
  at,
})

/** The open reply to one client. It sends each event at most once, in order, and only what the person may see. */
export class Stream {
  readonly person: Person
  readonly #raw: ServerResponse
  readonly #language: Language
  #view: View = new Map()
  #last: Position
  /** Events that arrive while past events are still being read. */
  #waiting: News[][] | undefined = []

  constructor(raw: ServerResponse, person: Person, { language, last }: { language: Language; last: Position }) {
    this.#raw = raw
    this.person = person
    this.#language = language
    this.#last = last
  }

  get view() {
    return this.#view
  }

  get last() {
    return this.#last
  }

  /** Replaces the rights. If they changed, the client has to fetch everything again. */
  changeView(view: View) {
    const isChanged = !isSameView(this.#view, view)
    this.#view = view
    if (isChanged && !this.#waiting) this.sayMissed(this.#last)
  }

  /** Sends the first message: the position from which the client resumes after a lost connection. */
  open() {
    if (this.#raw.headersSent || this.#raw.destroyed) return
    this.#raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    this.#write(`event: ready\ndata: ${positionText(this.#last)}\n\n`)
  }

  /** Sends the past events, then those that arrived in the meantime. */
  caughtUp(past: News[]) {
    const waiting = this.#waiting ?? []
    this.#waiting = undefined
    for (const news of [past, ...waiting]) this.send(news)
  }

  send(news: News[]) {
    if (this.#waiting) return void this.#waiting.push(news)
    this.#write(news.map((one) => this.#textOf(one)).join(''))
  }

  sayMissed(position: Position) {
    this.#last = position
    this.#write(`event: missed\nid: ${positionText(position)}\ndata: ${positionText(position)}\n\n`)
  }

  sayViewers(lead: ViewersChanged) {
    if (!this.#waiting) this.#write(`event: viewers\ndata: ${JSON.stringify(lead)}\n\n`)
  }

  beat() {
    if (!this.#waiting) this.#write(':\n\n')
  }

  /** Resolves when the last message is sent or the client has disconnected. */
  end(reason: EndReason): Promise<void> {
    this.#write(`event: end\ndata: ${reason}\n\n`)
    return new Promise((resolve) => {
      this.#raw.once('close', resolve)
      this.#raw.end(resolve)
    })
  }

  cut() {
    this.#raw.destroy()
  }

  /**
   * The notification is sent before its event, with the previous position as its id. If the connection is lost between
   * the two, the client therefore receives both again.
   */
  #textOf({ event, notification }: News): string {
    if (!isAfter(event, this.#last)) return ''
    const before = positionText(this.#last)
    this.#last = { xid: event.xid, id: event.id }
    const scope = this.#view.get(event.businessId)
    if (scope === undefined || (scope && !isVisible(scope, event))) return ''
    const live = toLive(event, this.person)
    const shown = notification && toNotification(this.#language, notification)
    return (
      (shown ? `event: notification\nid: ${before}\ndata: ${JSON.stringify(shown)}\n\n` : '') +
      `event: change\nid: ${live.position}\ndata: ${JSON.stringify(live)}\n\n`
    )
  }

  #write(text: string) {
    if (!text || this.#raw.destroyed || this.#raw.writableEnded) return
    this.#raw.write(text)
    if (this.#raw.writableLength > BUFFER_BYTES) this.cut()
  }
}

const isVisible = ({ campaigns }: Sight, { campaignId }: StoredEvent) =>
  campaignId === ALL_CAMPAIGNS || campaigns.has(campaignId)

function isSameView(a: View, b: View) {
  const textOf = (view: View) =>
    JSON.stringify([...view].map(([id, of]) => [id, of && [[...of.campaigns].sort(), [...of.own].sort()]]).sort())
  return textOf(a) === textOf(b)
}
