/** How long answers are cached; also the longest that a revoked right stays valid in another process. */
export const CACHE_MS = 2_000

/** Caches `find` by its arguments for two seconds; simultaneous callers share one query. */
export function cached<A extends string[], T>(find: (...args: A) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  const ask = (...args: A): Promise<T> => {
    const key = args.join(' ')
    const known = answers.get(key)
    if (known) return known
    const answer = find(...args)
    answers.set(key, answer)
    setTimeout(() => answers.delete(key), CACHE_MS).unref()
    answer.catch(() => answers.delete(key))
    return answer
  }
  /** To be called after a change in this process. */
  return Object.assign(ask, { invalidate: () => answers.clear() })
}
