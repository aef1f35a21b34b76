import { EXACT_TOTAL_MAX, type Pagination, SEARCH_MIN } from '#contract/common.ts'
import type { CountStep } from '#contract/events.ts'
import type { knownSources, LeadFilters, NewLead } from '#contract/leads.ts'

/** What a list is asked for, its campaigns cut down to those that the caller may read; null: every campaign. */
export type Wanted = {
  campaigns: readonly string[] | null
  filters: LeadFilters
  ascending: boolean
  page: number
  limit: number
}

/** A sum of the maintained counters. */
export type Facet = { facet: 'all' | 'campaign' | 'status' | 'source'; keys: readonly string[] }

/** The counters whose sum is the exact total of a list (decisions 22), or undefined where rows must be counted. */
export function countedBy({ campaigns, filters }: Wanted): Facet | undefined {
  const { status, source, from, to, unread, unanswered, trash } = filters
  if (unread || unanswered || trash) return undefined
  const facets: Facet[] = []
  if (campaigns) facets.push({ facet: 'campaign', keys: campaigns })
  if (status) facets.push({ facet: 'status', keys: status })
  if (source) facets.push({ facet: 'source', keys: source })
  const hasRange = from !== undefined || to !== undefined
  if (facets.length + Number(hasRange) > 1) return undefined
  return facets[0] ?? { facet: 'all', keys: [''] }
}

type Search = { kind: 'none' } | { kind: 'nothing' } | { kind: 'phone'; digits: string } | { kind: 'text'; text: string }

/** Digits in any formatting are part of a phone, anything else part of a name or an e-mail; under three characters finds nothing. */
export function readSearch(search = ''): Search {
  const text = search.trim()
  if (text === '') return { kind: 'none' }
  const digits = text.replace(/[\s+().\-\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  if (/^\d+$/.test(digits)) return digits.length < SEARCH_MIN ? { kind: 'nothing' } : { kind: 'phone', digits }
  return text.length < SEARCH_MIN ? { kind: 'nothing' } : { kind: 'text', text }
}

/** Where numbers that begin with these digits lie, as the beginning of E.164: national with 0, or international. */
export const phonePrefixes = (digits: string) =>
  digits.startsWith('0') ? [`+972${digits.slice(1)}`] : [`+${digits}`, `+972${digits}`]

/** `counted` stops one past the limit; what lies beyond is told as "10,000+". */
export function paginate({ page, limit }: Pick<Wanted, 'page' | 'limit'>, counted: number, isExact = counted <= EXACT_TOTAL_MAX): Pagination {
  const total = isExact ? counted : EXACT_TOTAL_MAX
  return { page, limit, total, totalIsExact: isExact, pages: Math.ceil(total / limit) }
}

type Weighed = { campaignId: string; statusId: string; source: string; day: string; sales: number }
/** The step of the counters that a lead causes by coming (+1) or going (−1). */
export const stepOf = ({ campaignId, statusId, source, day, sales }: Weighed, sign: 1 | -1): CountStep => ({
  campaignId,
  statusId,
  source,
  day,
  total: sign,
  sales: sign * sales,
})

type KnownSource = (typeof knownSources)[number]
const bySource: Record<string, KnownSource> = {
  google: 'google_ads',
  adwords: 'google_ads',
  facebook: 'meta',
  fb: 'meta',
  instagram: 'meta',
  ig: 'meta',
  meta: 'meta',
}

/** Where a lead came from: as its sender says, else by UTM and click ids, else by who sent it. */
export function sourceOf(lead: NewLead, utmSource: string | undefined, fallback: KnownSource): string {
  if (lead.source) return lead.source
  const known = bySource[utmSource?.toLowerCase() ?? '']
  if (known) return known
  if (lead.gclid || lead.gbraid || lead.wbraid) return 'google_ads'
  return lead.fbclid ? 'meta' : fallback
}
