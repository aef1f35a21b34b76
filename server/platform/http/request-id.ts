import type { IncomingMessage } from 'node:http'
import { newId } from '../ids.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

/** What a proxy or client may name a request: short and harmless in a header and in a log. */
const ACCEPTABLE = /^[A-Za-z0-9._-]{8,128}$/

/** The id that came with the request, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers[REQUEST_ID_HEADER]
  return typeof given === 'string' && ACCEPTABLE.test(given) ? given : newId()
}
