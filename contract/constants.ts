/** Constants that the first page needs. They are separate from common.ts, which would load Zod. */

export const TIME_ZONE = 'Asia/Jerusalem'

/** Languages of the product; the first is the default. */
export const languages = ['he', 'en'] as const
export type Language = (typeof languages)[number]

/** Page size of every table (specification, section 9). */
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** Whether the payment-required popup is active. The popup exists but is never active (specification, section 2). */
export const IS_PAYMENT_REQUIRED: boolean = false
