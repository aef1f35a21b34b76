/** Messages from the exchange; messages to it are written where they are sent. */
export type ExchangeMessage =
  | { t: 'registered'; session: string }
  | { t: 'refused'; reason: 'token' | 'too_many' }
  | { t: 'incoming'; call: string; from: string; params: Record<string, string>; sdp: string }
  | { t: 'ringing'; call: string }
  | { t: 'answered'; call: string; sdp: string }
  | { t: 'cancel'; call: string }
  | { t: 'ended'; call: string; code: number }
  | { t: 'cand'; call: string; c: RTCIceCandidateInit }

const ENDS: Record<number, 'hangup' | 'busy' | 'no_answer'> = {
  200: 'hangup',
  408: 'no_answer',
  480: 'no_answer',
  486: 'busy',
  487: 'hangup',
  600: 'busy',
  603: 'busy',
}
/** How a call ended, by its SIP status. */
export const endOf = (code: number) => ENDS[code] ?? ('failed' as const)
