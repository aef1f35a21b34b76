/** Reply of `/dev/phones`, which exists only in development and is not part of the API. */

/** A virtual number of this installation that can be called. */
export type DemoNumber = {
  phone: string
  label: string
  campaign: string | null
  business: string
  /** Whether a call would ring now: `closed` outside opening hours, `inactive` if the number or its campaign is off. */
  now: 'open' | 'closed' | 'inactive'
}

/**
 * A text message that a simulated handset sent (`isOwn`) or received. `other` is the number of the other party; `state`
 * is the delivery state at the exchange.
 */
export type HandsetMessage = { id: string; isOwn: boolean; other: string; text: string; at: string; state: string }
