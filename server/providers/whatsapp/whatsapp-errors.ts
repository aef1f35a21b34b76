/**
 * What a refusal means. `credentials`: the token or its rights; `busy`: the same request is accepted later; `refused`: it
 * never is; `unavailable`: the answer is missing, so that the request may have been carried out.
 */
export type WhatsAppFault = 'credentials' | 'busy' | 'refused' | 'unavailable'

/** A refusal of Meta, with its code and its words. */
export class WhatsAppError extends Error {
  readonly fault: WhatsAppFault
  readonly code: number | null
  constructor(fault: WhatsAppFault, message: string, code: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.fault = fault
    this.code = code
  }
}

/** The token expired or was revoked, lacks a permission, or belongs to no app any more. */
const credentials = new Set([0, 3, 10, 102, 190, 131_005, 131_031])
/** Rates, a service that is down for a moment, and a number that is being moved. */
const busy = new Set([4, 80_007, 130_429, 131_016, 131_048, 131_056, 131_057, 133_004])
/** It may have been carried out. */
const unclear = new Set([1, 2, 131_000])
/** The token itself is no longer accepted, so that only a new consent helps. */
export const TOKEN_ENDED = 190

/** The 24 hours after the person's last message are over. */
export const WINDOW_CLOSED = 131_047
/** The person stopped the advertising of this business in WhatsApp itself. */
export const STOPPED_ADVERTISING = 131_050
/** WhatsApp itself limits how much advertising a person gets. */
const ADVERTISING_LIMIT = 131_049
const isOfTemplate = (code: number) => code >= 132_000 && code < 133_000

export function faultOf(status: number, code: number | null): WhatsAppFault {
  if (code !== null && credentials.has(code)) return 'credentials'
  if (code !== null && code >= 200 && code < 300) return 'credentials'
  if (code !== null && busy.has(code)) return 'busy'
  if (code !== null && unclear.has(code)) return 'unavailable'
  if (code !== null) return 'refused'
  if (status === 401 || status === 403) return 'credentials'
  if (status === 429) return 'busy'
  return status >= 500 ? 'unavailable' : 'refused'
}

/** Why a message did not go or arrive, in words that the product has. */
export function reasonOf(code: number | null) {
  if (code === WINDOW_CLOSED) return 'window_closed' as const
  if (code === STOPPED_ADVERTISING) return 'opted_out' as const
  if (code === ADVERTISING_LIMIT) return 'limit_reached' as const
  return code !== null && isOfTemplate(code) ? ('template_refused' as const) : undefined
}
