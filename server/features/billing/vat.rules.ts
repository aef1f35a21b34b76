/** Rates of VAT in hundredths of a percent, by the first day on which each holds; the newest first. */
const vatRates = [
  { from: '2025-01-01', rate: 1_800 },
  { from: '2015-10-01', rate: 1_700 },
] as const
export const vatRateOn = (day: string) => vatRates.find(({ from }) => from <= day)?.rate ?? null
/** VAT on the total of an invoice, rounded half up to the agora. */
export const vatOf = (net: number, rate: number | null) =>
  rate === null ? 0 : Math.floor((net * rate + 5_000) / 10_000)
