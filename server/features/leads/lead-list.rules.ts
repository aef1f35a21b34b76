import { EXACT_TOTAL_MAX, type Pagination, SEARCH_MIN } from '#contract/common.ts'
import type { LeadQuery } from '#contract/leads.ts'

/** What a list asks for, after the caller's campaigns are taken into account. Null and undefined: whatever. */
export type ListFilter = {
  campaigns: readonly string[] | null
  statuses?: readonly string[] | undefined
  sources?: readonly string[] | undefined
  from?: string | undefined
  to?: string | undefined
  unread?: true | undefined
  unanswered?: true | undefined
  trash?: true | undefined
}
export type Place = { isAscending: boolean; offset: number; limit: number }

/** What the maintained counters are kept by (contract/events.ts, CountStep). */
export type Facet = { name: 'all' | 'campaign' | 'status' | 'source'; keys: readonly string[] }

/** `visible` null: every campaign of the business. */
export function filterOf({ campaignId, filters = {} }: LeadQuery, visible: readonly string[] | null): ListFilter {
  const campaigns = campaignId && visible ? campaignId.filter((id) => visible.includes(id)) : (campaignId ?? visible)
  const { status: statuses, source: sources, ...rest } = filters
  return {
    campaigns: campaigns && [...new Set(campaigns)],
    statuses: statuses && [...new Set(statuses)],
    sources: sources && [...new Set(sources)],
    ...rest,
  }
}

/**
 * The facet whose counters say how many leads the filter lets pass, day by day: nothing or one thing is asked, beside
 * days. Undefined: they must be counted.
 */
export function facetOf({ campaigns, statuses, sources, unread, unanswered, trash }: ListFilter): Facet | undefined {
  if (unread || unanswered || trash) return undefined
  const asked: Facet[] = []
  if (campaigns) asked.push({ name: 'campaign', keys: campaigns })
  if (statuses) asked.push({ name: 'status', keys: statuses })
  if (sources) asked.push({ name: 'source', keys: sources })
  return asked.length > 1 ? undefined : (asked[0] ?? { name: 'all', keys: [''] })
}

/** Digits that may be a part of a phone, or letters; `nothing`: too little to look for. */
export type Search =
  | { kind: 'none' }
  | { kind: 'nothing' }
  | { kind: 'digits'; digits: string }
  | { kind: 'text'; text: string }

/** What people write between the digits of a phone, and marks of direction that come along when it is copied. */
const BETWEEN_DIGITS = /[+()./\s\-\u2010-\u2015\u2212\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

export function searchOf(search = ''): Search {
  if (search === '') return { kind: 'none' }
  const digits = search.replace(BETWEEN_DIGITS, '')
  const isPhone = /^\d+$/.test(digits)
  if ((isPhone ? digits : search).length < SEARCH_MIN) return { kind: 'nothing' }
  return isPhone ? { kind: 'digits', digits } : { kind: 'text', text: search }
}

const COUNTRY_CODE = '972'
/** A whole number's last digits are kept in a column of their own. */
export const LAST_DIGITS = 4

/** How phones in E.164 begin of which someone types these digits first, in the country's way or the world's. */
export function phonePrefixes(typed: string): string[] {
  // +972 (0)54… is written, too.
  const digits = typed.replace(/^00/, '').replace(/^9720/, COUNTRY_CODE)
  if (digits.startsWith('0')) return [`+${COUNTRY_CODE}${digits.slice(1)}`]
  const prefixes = [`+${digits}`, ...(typed.startsWith('00') ? [] : [`+${COUNTRY_CODE}${digits}`])]
  return prefixes.filter((one) => !prefixes.some((other) => other !== one && one.startsWith(other)))
}

/** `counted` stops one past the limit, unless it comes from counters; what lies beyond is told as "10,000+". */
export function paginate(
  { page, limit }: { page: number; limit: number },
  counted: number,
  isExact: boolean,
): Pagination {
  const total = isExact ? counted : Math.min(counted, EXACT_TOTAL_MAX)
  return { page, limit, total, totalIsExact: isExact || counted <= EXACT_TOTAL_MAX, pages: Math.ceil(total / limit) }
}
