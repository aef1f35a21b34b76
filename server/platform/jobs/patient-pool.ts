import type pg from 'pg'
import { isTransient, unavailable, unavailableIfLost } from '../db/outage.ts'

/** A code that the queue retries by itself, with pauses of 3 to 120 seconds; any other ends its transaction for good. */
const RETRIED = 'ETIMEDOUT'

/** Serialization failures and deadlocks the queue knows, and retries sooner. */
const RETRIED_ANYWAY = /^40/
const codeOf = (error: Error) => String((error as { code?: unknown }).code ?? '')

type Query = (...given: unknown[]) => unknown

/**
 * The queue writes the receipt of a job without waiting for it: where that fails for a reason that it does not retry, as a
 * terminated connection, the rejection has no handler and would end the process, and the job would stay locked for hours.
 * So on this pool whatever is an outage carries a code that the queue retries.
 */
export function makePatient(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as Query
  pool.connect = ((...given: unknown[]) => withRetriedCode(connect(...given), unavailable)) as typeof pool.connect
  return pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    client.query = ((...given: unknown[]) => withRetriedCode(query(...given), unavailableIfLost)) as typeof client.query
  })
}

function withRetriedCode(answer: unknown, classify: (error: unknown) => unknown): unknown {
  if (!(answer instanceof Promise)) return answer
  return answer.catch((error: Error) => {
    throw isTransient(classify(error)) && !RETRIED_ANYWAY.test(codeOf(error))
      ? Object.assign(error, { code: RETRIED })
      : error
  })
}
