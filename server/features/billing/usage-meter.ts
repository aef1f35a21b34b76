import type { Meter } from '#contract/billing/plans.ts'
import type { Db } from '../../platform/db/db.ts'

/**
 * Days to count, of one month: `from` is the first moment, `to` the moment after the last, `monthFrom` the first moment of
 * the month. What is held, such as a number, counts once a month: on the first day of the month or on the day it came.
 */
export type UsageSpan = { monthFrom: Date; from: Date; to: Date }
/** `campaignId` null: of no campaign. */
export type UsageRow = { day: string; campaignId: string | null; amount: number }
/** Counts from the rows that exist. */
export type UsageMeter = { meter: Meter; count: (db: Db, businessId: string, span: UsageSpan) => Promise<UsageRow[]> }
