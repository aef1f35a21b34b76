import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventName } from '#contract/events/catalogue.ts'

/** How long values are cached; also the longest that a right revoked without an event stays valid. */
export const CACHE_MS = 2_000

/** Names of the events that the running request has emitted. */
const emitted = new AsyncLocalStorage<Set<EventName>>()

/**
 * Notes an event that the running request emitted. Events emitted outside of requests end the caches through the
 * relay's notification.
 */
export const noteEvent = (name: EventName) => void emitted.getStore()?.add(name)

type Clear = () => void
export type Caches = ReturnType<typeof openCaches>

/** The caches of a process, each with the names of the events that end its values. */
export function openCaches() {
  const clears = new Map<string, Set<Clear>>()

  function onEvents(endedBy: readonly EventName[], clear: Clear) {
    for (const name of endedBy) clears.set(name, (clears.get(name) ?? new Set()).add(clear))
  }

  /** Ignores names of events that end no cache or that this release does not know. */
  function end(names: Iterable<string>) {
    for (const name of names) for (const clear of clears.get(name) ?? []) clear()
  }

  return {
    onEvents,
    end,
    endAll: () => end(clears.keys()),

    /**
     * Runs `act`, then ends the caches of the events that it emitted. Also does so if `act` failed, because some events
     * may be committed.
     */
    async endAfter<T>(act: () => Promise<T>): Promise<T> {
      const names = new Set<EventName>()
      return emitted.run(names, act).finally(() => end(names))
    },

    /**
     * Caches `find` by its arguments for two seconds, or until one of these events; simultaneous callers share one query.
     * The result of a query under way at the event is not cached.
     */
    cached<A extends string[], T>(endedBy: readonly EventName[], find: (...args: A) => Promise<T>) {
      const answers = new Map<string, Promise<T>>()
      onEvents(endedBy, () => answers.clear())
      return (...args: A): Promise<T> => {
        const key = args.join(' ')
        const known = answers.get(key)
        if (known) return known
        const answer = find(...args)
        answers.set(key, answer)
        setTimeout(() => answers.delete(key), CACHE_MS).unref()
        answer.catch(() => answers.delete(key))
        return answer
      }
    },
  }
}
