import { setTimeout as sleep } from 'node:timers/promises'
import { breakBorrowed, openDb, openPool } from './connections.ts'
import type { Db } from './db.ts'

/** How often the database is asked whether it is there, and how long it has to answer. */
const ASK_MS = 2_000
const ANSWER_MS = 3_000
/** A database that is silent for this long is taken for gone, whatever its connections still believe. */
const SILENT_MS = 10_000

export type Pulse<T> = {
  /** What the database last said; undefined while it is away or silent. */
  last: () => T | undefined
  stop: () => Promise<void>
}
type Options<T> = {
  ask: (db: Db) => Promise<T>
  /** The database has not answered for SILENT_MS; called again with each further silence. */
  onSilent: () => void
  askMs?: number
  answerMs?: number
  silentMs?: number
}

/**
 * Asks the database something short every two seconds, on a connection of its own: neither a pool that is used up nor a
 * table that is locked keeps the answer away. The server enforces the limits of statements only while it lives; this limit
 * is the client's.
 */
export async function openPulse<T>(url: string, options: Options<T>): Promise<Pulse<T>> {
  const { ask, onSilent, askMs = ASK_MS, answerMs = ANSWER_MS, silentMs = SILENT_MS } = options
  const pool = openPool(url, () => {}, { max: 1, statementMs: answerMs, lockMs: answerMs, connectMs: answerMs })
  const db = openDb(pool)
  const stopping = new AbortController()
  let last: T | undefined
  let answeredAt = performance.now()

  const askOnce = async (): Promise<T | 'busy' | undefined> => {
    let answer: { said: T | 'busy' | undefined } | undefined
    const asked = ask(db).then(
      (said) => {
        answer = { said }
      },
      (error: unknown) => {
        answer = { said: isOfLivingServer(error) ? 'busy' : undefined }
      },
    )
    await Promise.race([asked, sleep(2 * answerMs, undefined, { ref: false })])
    // A process that was busy for that long finds its timers due before it has read what arrived meanwhile.
    for (let turns = 0; !answer && turns < 2; turns++) await new Promise((turn) => setImmediate(turn))
    if (!answer) breakBorrowed(pool)
    return answer?.said
  }
  const beat = async () => {
    // The connection alone may have been lost: asked again on a new one.
    const said = (await askOnce()) ?? (await askOnce())
    if (said !== undefined) answeredAt = performance.now()
    if (said !== 'busy') last = said
    if (said === undefined && performance.now() - answeredAt > silentMs) onSilent()
  }
  await beat()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      await sleep(askMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      if (!stopping.signal.aborted) await beat()
    }
  })()
  return {
    last: () => last,
    async stop() {
      stopping.abort()
      breakBorrowed(pool)
      await loop
      await db.destroy()
    },
  }
}

/** A statement that took too long, or no further connection to be had: the server is there and cannot answer this now. */
function isOfLivingServer(error: unknown) {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code)
}
