import { type HeaderLine, headerOf, type SipMessage, type SipRequest, type SipResponse } from './message.ts'

/** Which side refreshes a call, and the seconds without a refresh after which it ends (RFC 4028). */
export type SessionTerms = { seconds: number; isOurs: boolean }

/** The proposed interval if the other side gives none, and the minimum of RFC 4028 4. */
export const SESSION_SECONDS = 1_800
export const LEAST_SESSION_SECONDS = 90
/** Lower bound of an interval chosen by the peer, so that it cannot make us refresh continuously. */
const SHORTEST_FOLLOWED = 30
const LONGEST_SESSION_SECONDS = 86_400

export const SUPPORTED: HeaderLine = ['Supported', 'timer']

type SessionRequest = { seconds: number | undefined; refresher: string | undefined; least: number; isKnown: boolean }

const secondsIn = (text: string): number | undefined => {
  const [, digits] = /^\s*(\d{1,10})\s*(?:;|$)/.exec(text) ?? []
  return digits === undefined ? undefined : Math.min(Number(digits), LONGEST_SESSION_SECONDS)
}

/** The comma-separated values of a header, in lower case, from all its lines. */
export const wordsOf = (message: SipMessage, name: string): string[] =>
  (message.headers.get(name) ?? []).flatMap((value) => value.split(',')).map((word) => word.trim().toLowerCase())

export function leastOf(message: SipMessage): number {
  return Math.max(LEAST_SESSION_SECONDS, secondsIn(headerOf(message, 'min-se')) ?? 0)
}

function readSession(message: SipMessage): SessionRequest {
  const text = headerOf(message, 'session-expires')
  return {
    seconds: secondsIn(text),
    refresher: /;\s*refresher\s*=\s*(uac|uas)\b/i.exec(text)?.[1]?.toLowerCase(),
    least: leastOf(message),
    isKnown: ['supported', 'require'].some((name) => wordsOf(message, name).includes('timer')),
  }
}

/** Session headers for our INVITE or refresh; a refresh keeps the current refresher. */
export function askSession(seconds: number, least: number, refresher?: 'uac' | 'uas'): HeaderLine[] {
  const minimum: HeaderLine[] = least > LEAST_SESSION_SECONDS ? [['Min-SE', least]] : []
  return [SUPPORTED, ['Session-Expires', `${seconds}${refresher ? `;refresher=${refresher}` : ''}`], ...minimum]
}

/** The terms in a 2xx to our request; undefined: no session timer. */
export function agreedIn(response: SipResponse): SessionTerms | undefined {
  const { seconds, refresher } = readSession(response)
  if (seconds === undefined) return undefined
  return { seconds: Math.max(seconds, SHORTEST_FOLLOWED), isOurs: refresher !== 'uas' }
}

export type SessionAnswer =
  | { tooSmall: true; lines: HeaderLine[] }
  | { tooSmall: false; terms: SessionTerms | undefined; lines: HeaderLine[] }

/**
 * Response to the peer's INVITE or UPDATE (RFC 4028 9). The peer refreshes if it offers and supports it, else this
 * side, which does not depend on a promise. A peer without timer support gets no timer, unless a proxy requires one or
 * the call has one.
 */
export function answerSession(request: SipRequest, current: SessionTerms | undefined): SessionAnswer {
  const { seconds, refresher, least, isKnown } = readSession(request)
  if (isKnown && seconds !== undefined && seconds < LEAST_SESSION_SECONDS)
    return { tooSmall: true, lines: [['Min-SE', LEAST_SESSION_SECONDS]] }
  if (!isKnown && seconds === undefined && !current) return { tooSmall: false, terms: undefined, lines: [SUPPORTED] }
  const terms = {
    seconds: Math.max(seconds ?? current?.seconds ?? SESSION_SECONDS, least),
    isOurs: !(isKnown && refresher === 'uac'),
  }
  const lines: HeaderLine[] = [
    SUPPORTED,
    ['Session-Expires', `${terms.seconds};refresher=${terms.isOurs ? 'uas' : 'uac'}`],
  ]
  return { tooSmall: false, terms, lines: isKnown ? [...lines, ['Require', 'timer']] : lines }
}
