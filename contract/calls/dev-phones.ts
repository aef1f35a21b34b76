/** Reply of `/dev/phones`, which exists only in development and is no route of the API. */

/** A virtual number of this installation that can be called. */
export type DemoNumber = {
  phone: string
  label: string
  campaign: string | null
  business: string
  /** Whether a call would ring now: `closed` outside opening hours, `inactive` if the number or its campaign is off. */
  now: 'open' | 'closed' | 'inactive'
}

/** Sent (`isOwn`) or received by a handset; `other` is the peer's number, `state` the exchange's delivery state. */
export type HandsetMessage = { id: string; isOwn: boolean; other: string; text: string; at: string; state: string }
