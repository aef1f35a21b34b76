import type pg from 'pg'
import { isTransient, unavailable, unavailableIfLost } from '../db/outage.ts'

/**
 * An error code on which the queue retries, with a base delay of 3 to 120 seconds. On codes that are not in its list of
 * retryable ones, it gives up.
 */
const RETRIED = 'ETIMEDOUT'

/** Serialization failures and deadlocks, which the queue retries sooner. */
const RETRIED_ANYWAY = /^40(001|P01)$/
const codeOf = (error: Error) => String((error as { code?: unknown }).code ?? '')

type Query = (...given: unknown[]) => unknown

/**
 * The queue completes a job without awaiting the statement: if it fails for a reason that the queue does not retry, such as
 * a terminated connection, the unhandled rejection would end the process, and the job would stay locked for hours. So this
 * pool gives all outages a code that the queue retries.
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
