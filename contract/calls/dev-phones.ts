/** What `/dev/phones` replies; it is no route of the API and there on the developer's own machine only. */

/** A virtual number of this installation that may be called. */
export type DemoNumber = {
  phone: string
  label: string
  campaign: string | null
  business: string
  /** Whether a call now would ring: `closed` outside the number's hours, `inactive` where it or its campaign is off. */
  now: 'open' | 'closed' | 'inactive'
}

/** What a handset sent (`isOwn`) or was sent; `other` is the number at the other end, `state` as the exchange says it. */
export type HandsetMessage = { id: string; isOwn: boolean; other: string; text: string; at: string; state: string }
