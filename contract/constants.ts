/** Constants of the first page. Apart from common.ts, which would load Zod. */

export const TIME_ZONE = 'Asia/Jerusalem'

/** Languages of the product; the first is the default. */
export const languages = ['he', 'en'] as const
export type Language = (typeof languages)[number]

/** Specification, section 9: the page size of every table. */
export const PAGE_SIZE = 10
export const PAGE_SIZES = [10, 25, 50, 100] as const

/** Specification, section 2: the payment-required popup exists and is never active. */
export const IS_PAYMENT_REQUIRED: boolean = false
