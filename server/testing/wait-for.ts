import { setTimeout as sleep } from 'node:timers/promises'

type Nothing = false | null | undefined | 0 | ''

/** Asks until the answer is neither false nor nothing, and gives it back. */
export async function waitFor<T>(ask: () => T | Promise<T>, timeoutMs = 8_000): Promise<Exclude<T, Nothing>> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer as Exclude<T, Nothing>
    if (Date.now() > until) throw new Error('Waited in vain')
    await sleep(20)
  }
}
