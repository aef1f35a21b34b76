import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

type Headers = Record<string, string>
export type Signed = { owner: Headers; key: Headers; campaignId: string }

const RETRY_MS = 300
const REQUEST_MS = 40_000

/** Results of first attempts in a phase: `201`, `503`, `cut`. */
type Seen = { begunAt: number; endedAt?: number; sent: number; statuses: Map<string, number>; slowestMs: number }
type Reply = { status: number; leadId: string | undefined }

/** Requests of several kinds at a constant rate, with their results. */
export class Load {
  readonly #phases = new Map<string, Seen>()
  /** Accepted leads. */
  readonly stored = new Set<string>()
  readonly #base: string
  readonly #signed: Signed
  readonly #rate: number
  readonly #open = new Set<Promise<unknown>>()
  readonly #pacing: Promise<void>
  #phase = 'start'
  #isOver = false

  constructor(base: string, signed: Signed, rate: number) {
    this.#rate = rate
    this.#base = base
    this.#signed = signed
    this.#pacing = this.#pace()
  }

  begin(phase: string) {
    const last = this.#phases.get(this.#phase)
    if (last) last.endedAt = performance.now()
    this.#phase = phase
    this.#phases.set(phase, { begunAt: performance.now(), sent: 0, statuses: new Map(), slowestMs: 0 })
  }

  /** Whether all first attempts of the phase have ended. */
  isAnswered(phase: string) {
    const { sent, statuses } = this.#phases.get(phase) as Seen
    return [...statuses.values()].reduce((sum, count) => sum + count, 0) === sent
  }

  /** Results of a phase, and first attempts per second. */
  seen(phase: string) {
    const { begunAt, endedAt = performance.now(), sent, statuses, slowestMs } = this.#phases.get(phase) as Seen
    return { statuses, slowestMs, rate: (sent * 1_000) / (endedAt - begunAt) }
  }

  /** Stops sending and waits for pending requests. */
  async calm() {
    this.begin('after')
    this.#isOver = true
    await this.#pacing
    await Promise.all(this.#open)
  }

  async #pace() {
    const { owner } = this.#signed
    const kinds: (() => Promise<unknown>)[] = [
      () => this.#sendLead(),
      () => this.#first(() => this.#ask('/lead', owner)),
      () => this.#first(() => this.#ask('/user/campaign', owner)),
      () => this.#sendLead(),
      () => this.#comment(),
      () => this.#first(() => this.#ask('/user/notifications', owner)),
    ]
    const begun = performance.now()
    for (let n = 0; !this.#isOver; await sleep(1_000 / this.#rate))
      for (const due = ((performance.now() - begun) * this.#rate) / 1_000; n < due; n++) {
        const one = kinds[n % kinds.length]?.()
        if (!one) continue
        this.#open.add(one)
        void one.finally(() => this.#open.delete(one))
      }
  }

  async #ask(path: string, headers: Headers, body?: object): Promise<Reply> {
    const reply = await fetch(`${this.#base}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(REQUEST_MS),
      ...(body && { body: JSON.stringify(body) }),
    })
    const said = (await reply.json().catch(() => ({}))) as { lead?: { _id: string } }
    return { status: reply.status, leadId: said.lead?._id }
  }

  async #first(work: () => Promise<Reply>): Promise<Reply | undefined> {
    const seen = this.#phases.get(this.#phase)
    if (seen) seen.sent++
    const begun = performance.now()
    const reply = await work().catch(() => undefined)
    const what = String(reply?.status ?? 'cut')
    if (!seen) return reply
    seen.statuses.set(what, (seen.statuses.get(what) ?? 0) + 1)
    seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begun)
    return reply
  }

  /** Retries like a careful client: with the same Idempotency-Key until accepted. */
  async #sendLead() {
    const { key, campaignId } = this.#signed
    const body = { name: 'Dana Levi', email: `${randomUUID()}@example.test`, campaignId }
    const headers = { ...key, 'idempotency-key': randomUUID() }
    let reply = await this.#first(() => this.#ask('/lead', headers, body))
    while (!reply || reply.status >= 409) {
      await sleep(RETRY_MS)
      reply = await this.#ask('/lead', headers, body).catch(() => undefined)
    }
    if (!reply.leadId) throw new Error(`A lead was refused: ${reply.status}`)
    this.stored.add(reply.leadId)
  }

  async #comment() {
    const id = [...this.stored].at(-1)
    if (id) await this.#first(() => this.#ask(`/lead/${id}/comments`, this.#signed.owner, { text: 'Called back' }))
  }
}
