import { randomUUID } from 'node:crypto'
import { CALM, type Chaos } from '../chaos.ts'
import type { Log } from '../console/log.ts'
import type { Store } from '../store/store.ts'
import type { Hook, HookKind } from './hook.ts'
import { sendHook, type Tried } from './send.ts'
import type { Params } from './signature.ts'
import { UnsentHooks } from './unsent.ts'

const KEPT = 1_000
const BODY_KEPT = 8_192

/** One delivery of a webhook as the inspector shows it, without its signing token. */
export type Delivery = {
  id: string
  at: string
  kind: HookKind
  sid: string
  address: string
  method: string
  params: Params
  tries: { status?: number; ms: number; problem?: string; signature: string }[]
  reply: string
  state: 'under way' | 'delivered' | 'failed' | 'dropped'
}

/** Sends webhooks and keeps the recent ones for inspection. */
export class Hooks {
  chaos: Chaos = CALM
  readonly #log: Log
  readonly #kept = new Map<string, { hook: Hook; delivery: Delivery }>()
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #unsent: UnsentHooks

  constructor(log: Log, store: Store) {
    this.#log = log
    this.#unsent = new UnsentHooks(store)
  }

  deliveries(): Delivery[] {
    return [...this.#kept.values()].map(({ delivery }) => delivery)
  }

  /** Sends a webhook and waits for the reply. */
  async ask(hook: Hook): Promise<Tried> {
    await pause(this.chaos.slowMs)
    return this.#deliver(hook, this.#keep(hook), randomUUID())
  }

  /** Sends a webhook without waiting; the result is only logged. */
  tell(hook: Hook): void {
    const token = randomUUID()
    const delivery = this.#keep(hook)
    const { drop, duplicate, delayMs, reorderMs, slowMs } = this.chaos
    if (drop > 0 && Math.random() < drop) {
      delivery.state = 'dropped'
      return
    }
    this.#unsent.add(token, hook)
    for (let copy = 0; copy <= duplicate; copy++) {
      const wait = slowMs + delayMs + Math.random() * reorderMs
      const sent = pause(wait).then(() => this.#deliver(hook, copy ? this.#keep(hook) : delivery, token))
      this.#watch(
        sent.then(({ status }) =>
          status === undefined ? this.#unsent.unanswered(token) : this.#unsent.answered(token),
        ),
      )
    }
  }

  /** Resends the reports to which the previous process received no reply, until they are answered. */
  tellUnsent(): void {
    const send = async (token: string, hook: Hook) => {
      const { status } = await this.#deliver(hook, this.#keep(hook), token)
      return status !== undefined
    }
    void this.#unsent.sendAll(this.#unsent.left(), send).catch(console.error)
  }

  /** Queues a report for `tellUnsent`. */
  keepUnsent(hook: Omit<Hook, 'authToken'>): void {
    this.#unsent.add(randomUUID(), hook)
  }

  /** Resends a stored webhook with a new signature. Returns false if it is no longer stored. */
  resend(id: string): boolean {
    const kept = this.#kept.get(id)
    if (!kept) return false
    this.#watch(this.#deliver(kept.hook, this.#keep(kept.hook), randomUUID()))
    return true
  }

  /** Waits for deliveries in flight, for at most this many milliseconds. */
  async settle(ms: number): Promise<void> {
    await Promise.race([Promise.allSettled([...this.#underWay]), pause(ms)])
    this.#unsent.close()
  }

  #watch(sent: Promise<unknown>) {
    this.#underWay.add(sent)
    sent.catch(console.error).finally(() => this.#underWay.delete(sent))
  }

  async #deliver(hook: Hook, delivery: Delivery, idempotencyToken: string): Promise<Tried> {
    const last = await sendHook({ ...hook, idempotencyToken }, (tried) => {
      const problem = tried.failure && tried.status === undefined ? tried.text : undefined
      delivery.tries.push({ status: tried.status, ms: tried.ms, problem, signature: tried.signature })
    })
    delivery.reply = last.status === undefined ? '' : last.text.slice(0, BODY_KEPT)
    delivery.state = last.failure ? 'failed' : 'delivered'
    const outcome = last.status ?? last.text
    this.#log('webhook', { kind: hook.kind, sid: hook.sid, url: last.url, outcome, ms: last.ms, id: delivery.id })
    return last
  }

  #keep(hook: Hook): Delivery {
    const { kind, sid, address, method, params } = hook
    const id = randomUUID()
    const at = new Date().toISOString()
    const delivery: Delivery = { id, at, kind, sid, address, method, params, tries: [], reply: '', state: 'under way' }
    this.#kept.set(id, { hook, delivery })
    if (this.#kept.size > KEPT)
      for (const oldest of [...this.#kept.keys()].slice(0, KEPT / 10)) this.#kept.delete(oldest)
    return delivery
  }
}

const pause = (ms: number) => (ms > 0 ? new Promise<void>((done) => setTimeout(done, ms)) : Promise.resolve())
