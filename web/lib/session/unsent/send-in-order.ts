import type { Act, Refusal } from './act.ts'
import type { ActStore } from './store.ts'

/** The server remembers keys for 24 hours (`fixedPeriods.replies`); clocks and nightly jobs differ by less than one. */
const REMEMBERED_MS = 23 * 3_600_000
export const UNSURE = 'unsure'

/** What became of a sent act: done, no answer, or refused. */
export type Outcome = { kind: 'done'; reply: unknown } | { kind: 'lost' } | { kind: 'refused'; refusal: Refusal }
type Sending = {
  store: ActStore
  /** Acts of another person are not this one's to send. */
  userId: string
  send: (act: Act) => Promise<Outcome>
  /** After an act ended; returns true if its refusal was shown and it need not be kept. */
  onEnd: (act: Act, outcome: Exclude<Outcome, { kind: 'lost' }>) => boolean
  now: () => number
}

/**
 * Sends what waits, one after the other, until nothing waits or there is no answer. An act is marked before it is sent
 * and removed after its reply, so one whose reply was lost is sent again under its key. Only one caller at a time.
 */
export async function sendInOrder({ store, userId, send, onEnd, now }: Sending): Promise<'empty' | 'lost'> {
  for (;;) {
    const act = (await store.list()).find((one) => one.userId === userId && !one.refusal)
    if (!act) return 'empty'
    if (act.triedAt !== undefined && now() - act.triedAt > REMEMBERED_MS) {
      await store.put({ ...act, refusal: { code: UNSURE, message: '' } })
      continue
    }
    const tried: Act = { ...act, triedAt: act.triedAt ?? now() }
    if (act.triedAt === undefined) await store.put(tried)
    const outcome = await send(tried)
    if (outcome.kind === 'lost') return 'lost'
    if (outcome.kind === 'done') await store.remove(act.order)
    const isShown = onEnd(tried, outcome)
    if (outcome.kind === 'refused') {
      if (isShown) await store.remove(act.order)
      else await store.put({ ...tried, refusal: outcome.refusal })
    }
  }
}
