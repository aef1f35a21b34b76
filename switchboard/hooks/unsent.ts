import { setTimeout as sleep } from 'node:timers/promises'
import type { HookRow } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { Hook } from './hook.ts'

/** How long an unanswered report is kept for resending after a restart. */
const KEPT_MS = 30_000
/** Pauses between attempts after a start, because the customer's server may be starting, too. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000]
const PATIENCE_MS = 600_000
const OLDEST_MS = 86_400_000

/**
 * Keeps reports on disk until they are answered, so that they can be sent again after the process was killed. A running
 * process sends each report once, as the vendor does.
 */
export class UnsentHooks {
  readonly #store: Store
  readonly #closing = new AbortController()

  constructor(store: Store) {
    this.#store = store
  }

  add(sid: string, { kind, sid: about, address, method, params }: Omit<Hook, 'authToken'>): void {
    this.#store.put('hooks', { sid, hook: { kind, sid: about, address, method, params }, at: Date.now() })
  }

  answered(sid: string): void {
    this.#store.delete('hooks', sid)
  }

  /**
   * Called when no reply came. The row is kept for a while: if the customer's server has just crashed, the exchange may
   * soon be stopped, too.
   */
  unanswered(sid: string): void {
    setTimeout(() => {
      if (!this.#closing.signal.aborted) this.#store.delete('hooks', sid)
    }, KEPT_MS).unref()
  }

  /**
   * Resends the reports of the previous process until they are answered. `send` returns whether a report was answered.
   */
  async sendAll(rows: HookRow[], send: (sid: string, hook: Hook) => Promise<boolean>): Promise<void> {
    await Promise.all(rows.map((row) => this.#sendOne(row, send)))
  }

  left(): HookRow[] {
    return this.#store.list('hooks').filter(({ sid, at }) => {
      const isCurrent = Date.now() - at < OLDEST_MS
      if (!isCurrent) this.#store.delete('hooks', sid)
      return isCurrent
    })
  }

  close(): void {
    this.#closing.abort()
  }

  async #sendOne({ sid, hook }: HookRow, send: (sid: string, hook: Hook) => Promise<boolean>): Promise<void> {
    const { signal } = this.#closing
    const authToken = this.#store.get('accounts', String(hook.params.AccountSid))?.authToken ?? ''
    const until = Date.now() + PATIENCE_MS
    for (let n = 0; !signal.aborted; n++) {
      const isAnswered = await send(sid, { ...hook, authToken })
      if (isAnswered || Date.now() > until) return this.answered(sid)
      const pause = PAUSES_MS[n] ?? PAUSES_MS.at(-1)
      await sleep(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
}
