/** What a payment house says of a charge or a refund. `pending`: it settles later, as a standing order does. */
export type PaymentResult = { state: 'settled' } | { state: 'pending' } | { state: 'refused'; code: string }
/** How the set-up of a card or a standing order ended; `token` charges it from now on. */
export type SetupResult =
  | { state: 'waiting' }
  | { state: 'refused' }
  | { state: 'approved'; token: string; brand: string; last4: string; expiresMonth: string | null }

/** The house may or may not have charged: it is asked by the key before anything is tried again. */
export class PaymentUnknown extends Error {}

type SetupInput = {
  kind: 'card' | 'bank'
  returnUrl: string
  language: 'he' | 'en'
  bankAccount?: { bank: string; branch: string; account: string }
}
type ChargeInput = { key: string; token: string; amount: number }

/** A payment house. Card numbers are typed on its own page alone. Amounts are in agorot. */
export type PaymentHouse = {
  beginSetup: (input: SetupInput) => Promise<{ ref: string; url: string }>
  findSetup: (ref: string) => Promise<SetupResult>
  /** The same key is charged once. Throws PaymentUnknown if the answer was lost. */
  charge: (input: ChargeInput) => Promise<PaymentResult>
  /** Gives a part of a charge back, once for each key. */
  refund: (input: { key: string; chargeKey: string; amount: number }) => Promise<PaymentResult>
  /** What became of a charge or a refund; undefined: it never arrived. */
  find: (key: string) => Promise<PaymentResult | undefined>
  /** What a callback is about, if the house signed it; the house is asked for the result itself. */
  readCallback: (hook: { body: Buffer; signature: string }) => { ref?: string; key?: string } | undefined
}
