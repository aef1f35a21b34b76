/** Limits on what received packets can make the exchange store. */
export const SIP_LIMITS = {
  datagramBytes: 16_384,
  headerLines: 96,
  lineLength: 2_048,
  viaCount: 20,
  routeCount: 16,
  /** Concurrent server transactions; further requests are dropped. */
  transactions: 2_000,
  calls: 100,
  contactsPerUser: 5,
  registrationSeconds: { min: 30, max: 3_600 },
} as const

/** SIP timers (RFC 3261 17.1.1.1), in milliseconds. */
export type Timers = {
  /** Round-trip estimate: the first retransmission interval, which then doubles. */
  t1: number
  /** Maximum retransmission interval. */
  t2: number
  /** Maximum time a message stays in the network. */
  t4: number
  /** Timeout of an unanswered transaction (timers B, F, H, J). */
  giveUp: number
}

export const timersOf = (t1: number): Timers => ({ t1, t2: 8 * t1, t4: 10 * t1, giveUp: 64 * t1 })
export const STANDARD_TIMERS = timersOf(500)
