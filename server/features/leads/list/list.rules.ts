import { SEARCH_DIGITS_MIN, SEARCH_MIN } from '#contract/common.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import { NOT_ANSWERED } from '#contract/leads/responses/responses.ts'
import { dayOf } from '#contract/values/clock.ts'
import { LAST_DIGITS } from '../../../platform/lists/phone-search.ts'
import { digitsOf } from '../../../platform/phones.ts'
import type { LeadScope } from '../../access/access.rules.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import type { CallSight } from '../field-kinds.sql.ts'

/**
 * Filters in which `statusType` is replaced by status ids (filter.service.ts), because the counters are kept by status
 * id.
 */
export type ResolvedFilters = Omit<LeadFilters, 'statusType'>

/** Filters of a list, limited to the caller’s campaigns. Null and undefined mean that a filter sets no condition. */
export type ListFilter = ResolvedFilters & {
  businessId: string
  campaigns: readonly string[] | null
  /**
   * Set for readers who see masked contacts. Text matches only names; digits match only the phone’s last four, which
   * masks show.
   */
  masked?: { text?: string; isPhoneEnding?: true } | undefined
  /** The leads that the caller may read. Only these are considered for duplicate marks. */
  scope: LeadScope
  /** True if the caller reads only their own leads in some of the campaigns. */
  isRestricted?: true | undefined
  /** The calls that rules may ask for; absent: none. */
  calls?: CallSight | undefined
  /** The business's own fields, which rules may name; absent: rules may name none. */
  own?: FieldDefinitions | undefined
  /** Today in Asia/Jerusalem, for relative dates. */
  today: string
}

/** A dimension of the counters (contract/events/leads.ts, CounterDelta), optionally within campaigns. */
export type Facet = {
  name: 'all' | 'campaign' | 'status' | 'source' | 'response'
  keys: readonly string[]
  campaigns?: readonly string[]
}

type ListQuery = { campaignId?: readonly string[] | undefined; filters: ResolvedFilters }
type Reader = { businessId: string; scope: LeadScope }
export function filterOf({ campaignId, filters }: ListQuery, { businessId, scope }: Reader, now: Date): ListFilter {
  const visible = scope?.campaigns
  const campaigns =
    campaignId && visible ? campaignId.filter((id) => visible.includes(id)) : (campaignId ?? visible ?? null)
  const unique = Object.entries(filters).map(([name, of]) => [name, Array.isArray(of) ? [...new Set<unknown>(of)] : of])
  return {
    ...(Object.fromEntries(unique) as ResolvedFilters),
    businessId,
    campaigns: campaigns && [...new Set(campaigns)],
    scope,
    isRestricted: campaigns?.some((id) => scope?.own.includes(id)) || undefined,
    today: dayOf(now),
  }
}

/** Whether an index holds the facet’s leads in list order. */
export const isOrdered = ({ campaigns, name, keys }: Facet) =>
  !campaigns && (name !== 'response' || keys.length === 1 || !keys.includes(NOT_ANSWERED))

/**
 * What to search for: digits of a phone, or text. `none` means that nothing was entered, `nothing` that the input is
 * too short to match anything.
 */
export type Search =
  | { kind: 'none' }
  | { kind: 'nothing' }
  | { kind: 'digits'; digits: string }
  | { kind: 'text'; text: string }

/** The conditions of a search where contacts are masked. */
export const maskedSearchOf = (search: Search): NonNullable<ListFilter['masked']> =>
  search.kind === 'text' ? { text: search.text } : search.kind === 'digits' ? { isPhoneEnding: true } : {}

/** Same as searchOf, for readers who see masked contacts: digits must be the phone’s last four. */
export function searchOfMasked(search: string | undefined): Search {
  const found = searchOf(search)
  return found.kind === 'digits' && found.digits.length !== LAST_DIGITS ? { kind: 'nothing' } : found
}

export function searchOf(search = ''): Search {
  if (search === '') return { kind: 'none' }
  const digits = digitsOf(search)
  if (digits ? digits.length < SEARCH_DIGITS_MIN : !isLongEnough(search)) return { kind: 'nothing' }
  return digits ? { kind: 'digits', digits } : { kind: 'text', text: search }
}

/** Two characters are searched as a whole word of a name, so they must be letters. */
const isLongEnough = (text: string) =>
  text.length > SEARCH_MIN || (text.length === SEARCH_MIN && /^[\p{L}\p{N}]+$/u.test(text))
