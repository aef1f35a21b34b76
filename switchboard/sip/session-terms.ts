import { type HeaderLine, headerOf, type SipMessage, type SipRequest, type SipResponse } from './message.ts'

/**
 * Terms of a session timer (RFC 4028): which side refreshes the call, and after how many seconds without a refresh it
 * ends.
 */
export type SessionTerms = { seconds: number; isOurs: boolean }

/** The interval that is proposed if the other side gives none, and the minimum interval (RFC 4028 4). */
export const SESSION_SECONDS = 1_800
export const LEAST_SESSION_SECONDS = 90
/** Minimum of an interval that the peer chooses, so that it cannot make this side refresh continuously. */
const SHORTEST_FOLLOWED = 30
const LONGEST_SESSION_SECONDS = 86_400

export const SUPPORTED: HeaderLine = ['Supported', 'timer']

type SessionRequest = { seconds: number | undefined; refresher: string | undefined; least: number; isKnown: boolean }

const secondsIn = (text: string): number | undefined => {
  const [, digits] = /^\s*(\d{1,10})\s*(?:;|$)/.exec(text) ?? []
  return digits === undefined ? undefined : Math.min(Number(digits), LONGEST_SESSION_SECONDS)
}

/** Returns the comma-separated values of a header, in lower case, from all its lines. */
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

/** Returns the session headers for an INVITE or refresh of this side. A refresh keeps the current refresher. */
export function askSession(seconds: number, least: number, refresher?: 'uac' | 'uas'): HeaderLine[] {
  const minimum: HeaderLine[] = least > LEAST_SESSION_SECONDS ? [['Min-SE', least]] : []
  return [SUPPORTED, ['Session-Expires', `${seconds}${refresher ? `;refresher=${refresher}` : ''}`], ...minimum]
}

/** Returns the terms in a 2xx response to this side's request; undefined if there is no session timer. */
export function agreedIn(response: SipResponse): SessionTerms | undefined {
  const { seconds, refresher } = readSession(response)
  if (seconds === undefined) return undefined
  return { seconds: Math.max(seconds, SHORTEST_FOLLOWED), isOurs: refresher !== 'uas' }
}

export type SessionAnswer =
  | { tooSmall: true; lines: HeaderLine[] }
  | { tooSmall: false; terms: SessionTerms | undefined; lines: HeaderLine[] }

/**
 * Determines the session timer in the response to the peer's INVITE or UPDATE (RFC 4028 9). The peer refreshes if it
 * offers to and supports it; otherwise this side does. If the peer does not support timers, there is none, unless a
 * proxy requires one or the call already has one.
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
