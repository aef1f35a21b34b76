import { z } from 'zod'
import { agorot, id } from '../common.ts'

/** What is counted and may be priced, in the order of the screens. */
export const meters = ['numbers', 'minutes_in', 'minutes_out', 'sms', 'users', 'storage'] as const
export type Meter = (typeof meters)[number]

/** Beyond what is included the first units have the price of the first tier, and so on; `upTo: null` is the last tier. */
const Tier = z.object({ upTo: z.number().int().positive().nullable(), unitPrice: agorot })
export const MeterRate = z.object({ included: z.number().int().min(0), tiers: z.array(Tier).min(1) })
export type MeterRate = z.output<typeof MeterRate>
/** A meter without a rate costs nothing. */
export const PlanRates = z.partialRecord(z.enum(meters), MeterRate)
export type PlanRates = z.output<typeof PlanRates>

/** A version of a plan; amounts are in agorot before VAT. */
export const Plan = z.object({
  _id: id,
  plan: z.string(),
  version: z.number().int(),
  nameHe: z.string(),
  nameEn: z.string(),
  /** For a calendar month. */
  price: agorot,
  rates: PlanRates,
})
export type Plan = z.output<typeof Plan>
