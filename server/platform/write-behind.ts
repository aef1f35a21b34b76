type Options<V> = {
  everyMs: number
  /** Writes values in one statement. */
  write: (values: V[]) => Promise<unknown>
  onError: (error: unknown) => void
  /** Combines a value with the earlier one of its key; without it the later one replaces it. */
  merge?: (earlier: V, later: V) => V
  /** Values that could not be written are kept for the next time; otherwise they are dropped. */
  keepFailed?: boolean
}

/**
 * Collects values by key in memory and writes them at an interval, so that no request waits. One write at a time: while the
 * database is slow, newer values join those that wait. `stop` writes the rest.
 */
export function writeBehind<V>({ everyMs, write, onError, merge, keepFailed = false }: Options<V>) {
  let waiting = new Map<string, V>()
  const note = (key: string, value: V) => {
    const earlier = waiting.get(key)
    waiting.set(key, merge && earlier !== undefined ? merge(earlier, value) : value)
  }
  const writeWaiting = async () => {
    const values = waiting
    waiting = new Map()
    if (values.size === 0) return
    try {
      await write([...values.values()])
    } catch (error) {
      onError(error)
      if (!keepFailed) return
      const newer = waiting
      waiting = values
      for (const [key, value] of newer) note(key, value)
    }
  }
  let writing: Promise<void> = Promise.resolve()
  const flush = () => {
    writing = writing.then(writeWaiting)
    return writing
  }
  const timer = setInterval(() => void flush(), everyMs).unref()
  const stop = () => {
    clearInterval(timer)
    return flush()
  }
  return { note, flush, stop }
}
