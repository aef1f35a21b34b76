import { setTimeout as sleep } from 'node:timers/promises'

type Nothing = false | null | undefined | 0 | ''

/**
 * Polls until the result is truthy, and returns it. Test files share a cluster, whose relays wait for its oldest
 * transaction: one that another file holds open may delay events by seconds.
 */
export async function waitFor<T>(ask: () => T | Promise<T>, timeoutMs = 30_000): Promise<Exclude<T, Nothing>> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, Nothing>
    if (Date.now() > until) throw new Error('Waited in vain')
    await sleep(20)
  }
}
