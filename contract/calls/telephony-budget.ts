import { z } from 'zod'
import { byId, time } from '../common.ts'
import { route } from '../route.ts'
import { numberKinds } from './numbers.ts'

/** What the business's own account with a provider costs, as the provider tells it, and when Owners are warned. */

/** Parts of the monthly cap at which Owners are warned, in percent; once each in a month. */
export const CAP_WARNINGS = [80, 100] as const
/** Owners are warned when the account has less credit, in its currency, unless they set another amount. */
export const CREDIT_FLOOR = 10
const AMOUNT_MAX = 1_000_000
const amount = z.number().nonnegative('out_of_range').max(AMOUNT_MAX, 'out_of_range').multipleOf(0.01, 'invalid_value')

export const TelephonyBudget = z.object({
  /** A month's expenses of the account, above which it is too much; null: no cap. */
  cap: z.number().nullable(),
  creditFloor: z.number(),
  /** ISO 4217; null: the provider did not say yet. */
  currency: z.string().nullable(),
  /** What the account has cost this month (UTC), for everything that it is used for; null: the provider does not say. */
  spent: z.number().nullable(),
  /** Null: the provider does not say, as of an account that is paid by another one. */
  balance: z.number().nullable(),
  readAt: time.nullable(),
})
export type TelephonyBudget = z.output<typeof TelephonyBudget>

export const BudgetChanges = z
  .object({ cap: amount.positive('out_of_range').nullable(), creditFloor: amount })
  .partial()
export type BudgetChanges = z.output<typeof BudgetChanges>

const price = z.number().nullable()
export const NumberPrices = z.object({
  currency: z.string(),
  /** A month of a number, by its kind. */
  monthly: z.partialRecord(z.enum(numberKinds), z.number()),
})

export const telephonyBudgetRoutes = {
  get: route({
    method: 'GET',
    path: '/number/budget',
    access: 'Owner',
    can: 'business.settings',
    summary:
      "What the business's own account with a provider costs, and when Owners are warned; null without such an account",
    reply: z.object({ success: z.literal(true), budget: TelephonyBudget.nullable() }),
  }),
  change: route({
    method: 'PATCH',
    path: '/number/budget',
    access: 'Owner',
    can: 'business.settings',
    summary: 'Set the monthly cap and the credit below which Owners are warned; nothing is stopped',
    body: BudgetChanges,
    reply: z.object({ success: z.literal(true), budget: TelephonyBudget }),
  }),
  prices: route({
    method: 'GET',
    path: '/number/prices',
    access: 'None',
    can: 'numbers.order',
    summary: "What numbers cost a month in the business's own account; null if the provider does not say",
    reply: z.object({ success: z.literal(true), prices: NumberPrices.nullable() }),
  }),
  price: route({
    method: 'GET',
    path: '/number/:id/price',
    access: 'None',
    can: 'numbers.order',
    summary:
      'What a number costs a month and a minute in the business’s own account; null if the provider does not say',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      price: z
        .object({
          currency: z.string(),
          monthly: price,
          /** A minute of a call that comes in. */
          minuteIn: price,
          /** A minute of a call that goes on to a telephone of the ring list, the most expensive; null without one. */
          minuteOut: price,
        })
        .nullable(),
    }),
  }),
}
