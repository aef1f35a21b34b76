import { setTimeout as sleep } from 'node:timers/promises'
import { breakBorrowed, openDb, openPool } from './connections.ts'
import type { Db } from './db.ts'

/** Interval and timeout of the health query. */
const ASK_MS = 2_000
const ANSWER_MS = 3_000
/** A database silent for this long counts as gone, even if its connections seem open. */
const SILENT_MS = 10_000

export type Pulse<T> = {
  /** The last answer; undefined while the database is away or silent. */
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
 * Runs a short query every two seconds on a separate connection, so neither an exhausted pool nor a locked table delays it.
 * The server enforces statement timeouts only while it lives; this timeout is the client's.
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
    // After the event loop was blocked for long, timers fire before replies that have already arrived are read. So the
    // loop gets two turns to read them.
    for (let turns = 0; !answer && turns < 2; turns++) await new Promise((turn) => setImmediate(turn))
    if (!answer) breakBorrowed(pool)
    return answer?.said
  }
  const beat = async () => {
    // Perhaps only this connection was lost, so the query is repeated on a new one.
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

/** A timed-out statement or too many connections: the server is alive, but cannot answer now. */
function isOfLivingServer(error: unknown) {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08)/.test(code)
}
