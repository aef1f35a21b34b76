import { z } from 'zod'
import { PAGE_SIZE } from './constants.ts'
import { isMasked } from './values/masks.ts'

export const LIMIT_MAX = 100
/** Totals are exact up to this limit; above it, they are shown as "10,000+". */
export const EXACT_TOTAL_MAX = 10_000
/** Minimum length of a person's name (specification, section 5). */
export const NAME_MIN = 2
/**
 * Minimum length of the name of a campaign, business or key (specification, section 5: 'Minimum 3 characters
 * required').
 */
export const TITLE_MIN = 3
export const NAME_MAX = 50
/** Maximum length of the name of a lead that comes from outside the product. */
export const INTAKE_NAME_MAX = 200
/** Minimum length of a search. Two letters are a whole word of a name. */
export const SEARCH_MIN = 2
/** Minimum number of digits of a phone in a search. */
export const SEARCH_DIGITS_MIN = 3
export const SEARCH_MAX = 100
/** Accepted in any case; stored and compared in lower case. */
export const id = z.uuid().toLowerCase()
export const byId = z.object({ id })
/** A time in ISO 8601 with an offset. The API uses no other format for times. */
export const time = z.iso.datetime({ offset: true })
/** First and last year of accepted days and times. PostgreSQL's range is smaller than that of ISO 8601. */
export const YEAR_MIN = 1900
export const YEAR_MAX = 2200
const isKnownYear = (value: string) => Number(value.slice(0, 4)) >= YEAR_MIN && Number(value.slice(0, 4)) <= YEAR_MAX
/** A calendar day in Asia/Jerusalem, `2026-01-31`. */
export const day = z.iso.date().refine(isKnownYear, 'out_of_range')
/** A stored day in a reply. Its year is not checked. */
export const storedDay = z.iso.date()
/** A time in a request. Its year is checked. */
export const sentTime = time.refine(isKnownYear, 'out_of_range')
/** Maximum of one amount, ₪ 1,000,000,000. It keeps large sums within safe integers in JavaScript and PostgreSQL. */
export const AGOROT_MAX = 100_000_000_000
/** An amount of money in agorot (hundredths of a shekel), as an integer. */
export const agorot = z.number().int().min(0).max(AGOROT_MAX)

/** Whether PostgreSQL can store a text: it stores neither NUL nor lone surrogates. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed()
/** Trimmed free text. The error messages are keys of locales/<language>/errors.json. */
export const text = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .refine(isStorable, 'invalid_characters')
    .min(min, min === 1 ? 'required' : { error: 'too_short' })
    .max(max, 'too_long')
/** Single-line text. Line breaks become spaces, which prevents header injection in email and SMS. */
export const line = (max: number, min = 0) =>
  z
    .string()
    .overwrite((value) => value.replace(/[\r\n\t\u2028\u2029]+/g, ' '))
    .trim()
    .refine(isStorable, 'invalid_characters')
    .min(min, min === 1 ? 'required' : { error: 'too_short' })
    .max(max, 'too_long')
export const title = line(NAME_MAX, TITLE_MIN)
/** An email address; stored and compared in lower case. */
export const email = z.string().trim().toLowerCase().max(254, 'too_long').pipe(z.email('invalid_email'))
/** An email address or its mask. A user who sees masked contacts sends the mask back unchanged with the form. */
export const emailOrMask = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'too_long')
  .refine((text) => isMasked(text) || z.email().safeParse(text).success, 'invalid_email')

/** A query parameter with a comma-separated list, `a,b,c`; undefined if it is absent or empty. */
export const commaList = <T extends z.ZodType<unknown, string>>(item: T) =>
  z
    .string()
    .transform((value) => (value === '' ? undefined : value.split(',')))
    .pipe(z.array(item).max(200).optional())

/** A query parameter that holds JSON, such as `filters` in the specification. */
export const jsonQuery = <T extends z.ZodType>(shape: T) =>
  z
    .string()
    .max(10_000)
    .transform((value, context) => {
      try {
        return JSON.parse(value) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'invalid_json' })
        return z.NEVER
      }
    })
    .pipe(shape)

export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(10_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).default(PAGE_SIZE),
})
export type Paging = z.output<typeof Paging>

export const Pagination = z.object({
  page: z.number(),
  limit: z.number(),
  /** The exact total if `totalIsExact` is true, else the number at which counting stopped. */
  total: z.number(),
  totalIsExact: z.boolean(),
  pages: z.number(),
})
export type Pagination = z.output<typeof Pagination>

export const Done = z.object({ success: z.literal(true) })
/** The body of every error. */
export const Failure = z.object({
  success: z.literal(false),
  code: z.string(),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For status 5xx: the id of the log entry, which is also in the header x-request-id. */
  requestId: z.string().optional(),
})
export type Failure = z.output<typeof Failure>
