import type { NumberKind } from '#contract/calls/numbers.ts'
import type { MinutePrices, VoiceError, VoiceMoney } from '../voice/voice.ts'
import type { Twilio } from './rest.ts'

export const PRICING_URL = 'https://pricing.twilio.com'
const COUNTRY = 'IL'

type Price = { base_price?: string | null; current_price?: string | null }
type CountryPrices = { phone_number_prices?: (Price & { number_type?: string })[]; price_unit?: string }
type NumberPrices = {
  outbound_call_prices?: Price[]
  inbound_call_price?: Price | null
  price_unit?: string
}

/** As Twilio writes it (`toll free`), and ours. */
const KINDS: Record<string, NumberKind> = {
  local: 'local',
  national: 'national',
  voip: 'voip',
  mobile: 'mobile',
  'toll free': 'tollFree',
  'shared cost': 'sharedCost',
}

const toAmount = (text: string | null | undefined): number | null => {
  const value = text ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : null
}
/** With the account's discount, if it has one. */
const toPrice = ({ current_price, base_price }: Price) => toAmount(current_price) ?? toAmount(base_price)
const currencyOf = (unit: string | undefined) => (unit ?? 'USD').toUpperCase()

/** Undefined instead of an error where the account may not ask, as a subaccount for its balance. */
const ifAllowed = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((error: VoiceError) => {
    if (error.fault === 'unavailable') throw error
    return undefined
  })

/** What an account of Twilio tells of its money. Prices have a host of their own. */
export const moneyOf = (twilio: Twilio, pricingUrl: string): VoiceMoney => ({
  async findBalance() {
    const answer = await ifAllowed(twilio.get<{ balance?: string; currency?: string }>('/Balance.json'))
    const amount = toAmount(answer?.balance)
    return amount === null ? undefined : { amount, currency: currencyOf(answer?.currency) }
  },

  async findSpent() {
    type Records = { usage_records?: { category?: string; price?: string; price_unit?: string }[] }
    const answer = await ifAllowed(twilio.get<Records>('/Usage/Records/ThisMonth.json', { Category: 'totalprice' }))
    const record = answer?.usage_records?.find(({ category }) => category === 'totalprice')
    const amount = toAmount(record?.price)
    // A refund may be larger than what was used.
    return amount === null ? undefined : { amount: Math.max(0, amount), currency: currencyOf(record?.price_unit) }
  },

  async findNumberPrices() {
    const answer = await ifAllowed(twilio.get<CountryPrices>(`${pricingUrl}/v1/PhoneNumbers/Countries/${COUNTRY}`))
    if (!answer?.phone_number_prices) return undefined
    const monthly = answer.phone_number_prices.flatMap((price): [NumberKind, number][] => {
      const [kind, amount] = [KINDS[price.number_type?.replace('_', ' ') ?? ''], toPrice(price)]
      return kind && amount !== null ? [[kind, amount]] : []
    })
    return { currency: currencyOf(answer.price_unit), monthly: Object.fromEntries(monthly) }
  },

  async findMinutePrices(phone: string): Promise<MinutePrices | undefined> {
    const answer = await ifAllowed(
      twilio.get<NumberPrices>(`${pricingUrl}/v2/Voice/Numbers/${encodeURIComponent(phone)}`),
    )
    if (!answer) return undefined
    const out = (answer.outbound_call_prices ?? []).flatMap((price) => toPrice(price) ?? [])
    return {
      currency: currencyOf(answer.price_unit),
      in: answer.inbound_call_price ? toPrice(answer.inbound_call_price) : null,
      // Prices differ by where a call comes from; the highest is never a surprise.
      out: out.length ? Math.max(...out) : null,
    }
  },
})
