import type { InvoiceLine } from '#contract/billing/billing.ts'
import type { MeterRate, PlanRates } from '#contract/billing/plans.ts'
import { type Meter, meters } from '#contract/billing/plans.ts'
import { dayOf, firstOfMonth, lastOfMonth, momentOf, plusDays, weekdayOf } from '#contract/values/clock.ts'
import { holidays } from '#contract/working-hours/holiday-names.ts'
import { holidaysOn } from '#contract/working-hours/holidays.ts'

/** Days after the first try on which a charge is tried; the business is suspended the day after the last. */
export const TRY_DAYS = [0, 3, 7, 14] as const
const TRY_MINUTE = 10 * 60

/** Days on which banks do not work. */
const resting: readonly string[] = ['yom_tov', 'yom_tov_eve', 'independence']
const isWorkingDay = (day: string) =>
  weekdayOf(day) < 5 && !holidaysOn(day, 'tel_aviv').some((holiday) => resting.includes(holidays[holiday].kind))
function workingDayFrom(day: string): string {
  let found = day
  while (!isWorkingDay(found)) found = plusDays(found, 1)
  return found
}

/** The next try of a charge after `tries`: at 10:00 on a working day, not in the past. Undefined after the last. */
export function nextTry(firstTryOn: string, tries: number, now: Date): Date | undefined {
  const days = TRY_DAYS[tries]
  if (days === undefined) return undefined
  const at = momentOf(workingDayFrom(plusDays(firstTryOn, days)), TRY_MINUTE)
  if (at >= now || tries === 0) return at
  const today = dayOf(now)
  const later = now <= momentOf(today, TRY_MINUTE) ? today : plusDays(today, 1)
  return momentOf(workingDayFrom(later), TRY_MINUTE)
}
/** The first working day on which a new invoice is tried. */
export const firstTryDay = (now: Date) => {
  const today = dayOf(now)
  return workingDayFrom(now <= momentOf(today, TRY_MINUTE) ? today : plusDays(today, 1))
}

/** `amount × part / whole`, in agorot, rounded half up. */
export const share = (amount: number, part: number, whole: number) =>
  Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)))

export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000) + 1
export const monthOf = (day: string) => ({ from: firstOfMonth(day), to: lastOfMonth(day) })
export const nextMonthOf = (day: string) => monthOf(plusDays(lastOfMonth(day), 1))

/**
 * What is charged for the rest of a month, counting today: of a first plan its part of the price, of a dearer plan its part
 * of the difference. Days are counted by the calendar, so a day of 23 or 25 hours is a day.
 */
export function restOfMonth(priceDifference: number, today: string) {
  const { from, to } = monthOf(today)
  const [days, daysOfMonth] = [daysBetween(today, to), daysBetween(from, to)]
  return { days, daysOfMonth, net: share(priceDifference, days, daysOfMonth) }
}

/** Price of the first `amount` units of a month, in agorot. */
export function priceOf(rate: MeterRate | undefined, amount: number): number {
  let left = Math.max(0, amount - (rate?.included ?? 0))
  let below = 0
  let price = 0
  for (const { upTo, unitPrice } of rate?.tiers ?? []) {
    const inTier = upTo === null ? left : Math.min(left, upTo - below)
    price += inTier * unitPrice
    left -= inTier
    below = upTo ?? below
  }
  return price
}

export type DayAmount = { day: string; amount: number }
export type PlanDay = { fromDay: string; rates: PlanRates }
const ratesOn = (plans: readonly PlanDay[], day: string) => plans.findLast(({ fromDay }) => fromDay <= day)?.rates

/**
 * Prices a meter's days of a month, each by the plan of that day: a day costs what the month costs with it, less what the
 * month cost before it. Days before the first plan cost nothing and use nothing of what is included.
 */
export function priceDays(meter: Meter, days: readonly DayAmount[], plans: readonly PlanDay[]): number {
  let counted = 0
  let price = 0
  for (const { day, amount } of days.toSorted((a, b) => a.day.localeCompare(b.day))) {
    const rates = ratesOn(plans, day)
    if (!rates) continue
    price += priceOf(rates[meter], counted + amount) - priceOf(rates[meter], counted)
    counted += amount
  }
  return price
}

export type Counted = Record<Meter, DayAmount[]>
type Month = { from: string; to: string }
/** The lines of what a month used beyond its plans. */
export const usageLines = (counted: Counted, plans: readonly PlanDay[], { from, to }: Month): InvoiceLine[] =>
  meters.flatMap((meter) => {
    const amount = priceDays(meter, counted[meter], plans)
    const quantity = counted[meter].reduce((sum, { amount }) => sum + amount, 0)
    if (amount === 0) return []
    return [{ kind: meter, nameHe: '', nameEn: '', quantity, unitPrice: null, amount, from, to }]
  })

/** The amount of a whole month at the pace of its days until today. */
export function forecastOf(amount: number, today: string): number {
  const { from, to } = monthOf(today)
  return Math.ceil((amount * daysBetween(from, to)) / daysBetween(from, today))
}

export const sumOf = (lines: readonly InvoiceLine[]) => lines.reduce((sum, { amount }) => sum + amount, 0)

/** Meters whose amounts grow by the day. Numbers, users and storage are held, so a pace says nothing of them. */
const flowing: readonly Meter[] = ['minutes_in', 'minutes_out', 'sms']
export const isFlowing = (meter: Meter) => flowing.includes(meter)
