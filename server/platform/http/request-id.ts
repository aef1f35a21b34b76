import type { IncomingMessage } from 'node:http'
import { newId } from '../ids.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** Accepted request ids: short, and harmless in headers and logs. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/

/** The request's own id, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : newId()
}
