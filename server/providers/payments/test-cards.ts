/** How a test card of the local house behaves, by its number. */
export type Behaviour =
  | 'approved'
  | 'insufficient_funds'
  | 'card_expired'
  | 'card_blocked'
  | 'challenge'
  | 'no_callback'
  | 'callback_first'
  | 'doubled_callback'
  | 'timeout'

export const testCards: Record<string, { behaviour: Behaviour; label: string }> = {
  '4580000000000000': { behaviour: 'approved', label: 'Approved' },
  '4580000000000018': { behaviour: 'insufficient_funds', label: 'Refused when charged: insufficient funds' },
  '4580000000000026': { behaviour: 'card_expired', label: 'Refused when charged: the card has expired' },
  '4580000000000034': { behaviour: 'card_blocked', label: 'Refused when charged: the card is blocked' },
  '4580000000000042': { behaviour: 'challenge', label: 'Approved after a code (3-D Secure), 123456' },
  '4580000000000059': { behaviour: 'no_callback', label: 'Approved, and no callback arrives' },
  '4580000000000067': { behaviour: 'callback_first', label: 'Approved, the callback arrives before the redirect' },
  '4580000000000075': { behaviour: 'doubled_callback', label: 'Approved, each callback arrives twice' },
  '4580000000000083': { behaviour: 'timeout', label: 'Charged, but the answer is lost' },
}
export const CHALLENGE_CODE = '123456'

/** Why the house refuses to charge a card that behaves like this. */
export const refusalOf = (behaviour: string) =>
  ['insufficient_funds', 'card_expired', 'card_blocked'].includes(behaviour) ? behaviour : undefined
