/** How long an answer about rights is remembered: also the longest that taking one away needs to reach another process. */
export const REMEMBER_MS = 2_000

/** Simultaneous askers share one question, and later ones its answer, for a moment. */
export function remembered<A extends string[], T>(find: (...args: A) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  const ask = (...args: A): Promise<T> => {
    const key = args.join(' ')
    const known = answers.get(key)
    if (known) return known
    const answer = find(...args)
    answers.set(key, answer)
    setTimeout(() => answers.delete(key), REMEMBER_MS).unref()
    answer.catch(() => answers.delete(key))
    return answer
  }
  /** After a change in this process nobody is told the old answer. */
  return Object.assign(ask, { forget: () => answers.clear() })
}
