/** Nothing that a packet says may make the exchange hold more than this. */
export const SIP_LIMITS = {
  datagramBytes: 16_384,
  headerLines: 96,
  lineLength: 2_048,
  viaCount: 20,
  routeCount: 16,
  /** Server transactions that are held at once; further requests are dropped until some are over. */
  transactions: 2_000,
  calls: 100,
  contactsPerUser: 5,
  registrationSeconds: { min: 30, max: 3_600 },
} as const

/** RFC 3261 17.1.1.1, in milliseconds. */
export type Timers = {
  /** Estimate of the round trip: what is not answered is sent again after it, then after twice as long. */
  t1: number
  /** Ceiling of the pause between two sendings. */
  t2: number
  /** How long a message may still be under way. */
  t4: number
  /** Timeout of an unanswered transaction (timers B, F, H, J). */
  giveUp: number
}

export const timersOf = (t1: number): Timers => ({ t1, t2: 8 * t1, t4: 10 * t1, giveUp: 64 * t1 })
export const STANDARD_TIMERS = timersOf(500)
