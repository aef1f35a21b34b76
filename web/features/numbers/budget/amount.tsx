const DIGITS_MAX = 4

/** An amount of an account's currency, with the sign on the left in both languages; prices of minutes have up to four digits. */
export const amountText = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    ...(amount !== 0 && Math.abs(amount) < 1 && { maximumFractionDigits: DIGITS_MAX }),
  }).format(amount)

export const Amount = ({ amount, currency }: { amount: number; currency: string }) => (
  <bdi dir="ltr">{amountText(amount, currency)}</bdi>
)
