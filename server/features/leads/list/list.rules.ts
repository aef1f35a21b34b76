import { SEARCH_MIN } from '#contract/common.ts'
import type { LeadFilters } from '#contract/leads/lead-filters.ts'
import type { Where } from '#contract/leads/lead-where.ts'
import { tagKey } from '#contract/leads/tags.ts'
import { NOT_ANSWERED, type ResponseBucket } from '#contract/responses.ts'
import { dayOf } from '#contract/values/date-presets.ts'
import { digitsOf } from '../../../platform/http/phones.ts'
import { LAST_DIGITS } from '../../../platform/lists/phone-search.ts'
import type { LeadScope } from '../../access/access.rules.ts'

/** Conditions of a list, limited to the caller’s campaigns. Null and undefined: no condition. */
export type ListFilter = {
  campaigns: readonly string[] | null
  statuses?: readonly string[] | undefined
  sources?: readonly string[] | undefined
  responses?: readonly ResponseBucket[] | undefined
  from?: string | undefined
  to?: string | undefined
  unread?: true | undefined
  unanswered?: true | undefined
  trash?: true | undefined
  /** User ids, and `none` for unassigned. */
  assigned?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  duplicate?: true | undefined
  where?: Where | undefined
  /** Set for readers who see masks. Text matches names only, digits only the phone’s last four, which masks show. */
  masked?: { text?: string; isPhoneEnding?: true } | undefined
  /** What the caller may read; marks of duplicates consider only these leads. */
  scope: LeadScope
  /** In some of the campaigns the caller reads only their own leads. */
  isRestricted?: true | undefined
  /** Today in Asia/Jerusalem, for relative dates. */
  today: string
}

/** A dimension of the counters (contract/events/events.ts, CounterDelta), optionally within campaigns. */
export type Facet = {
  name: 'all' | 'campaign' | 'status' | 'source' | 'response'
  keys: readonly string[]
  campaigns?: readonly string[]
}

/** Filters with `statusType` replaced by status ids (status-types.service.ts), which the counters know. */
export type ResolvedFilters = Omit<LeadFilters, 'statusType'>
type ListQuery = { campaignId?: readonly string[] | undefined; filters?: ResolvedFilters | undefined }
export function filterOf({ campaignId, filters = {} }: ListQuery, scope: LeadScope, now: Date): ListFilter {
  const visible = scope?.campaigns
  const campaigns =
    campaignId && visible ? campaignId.filter((id) => visible.includes(id)) : (campaignId ?? visible ?? null)
  const { status: statuses, source: sources, response: responses, tag: tags, ...rest } = filters
  return {
    campaigns: campaigns && [...new Set(campaigns)],
    statuses: statuses && [...new Set(statuses)],
    sources: sources && [...new Set(sources)],
    responses: responses && [...new Set(responses)],
    tags: tags?.map(tagKey),
    ...rest,
    scope,
    isRestricted: campaigns?.some((id) => scope?.own.includes(id)) || undefined,
    today: dayOf(now),
  }
}

/** Whether neither the counters nor the search functions know one of the conditions. */
export const needsScan = ({ assigned, tags, duplicate, where, masked, isRestricted }: ListFilter) =>
  isRestricted === true ||
  masked?.text !== undefined ||
  assigned !== undefined ||
  tags !== undefined ||
  duplicate !== undefined ||
  where !== undefined

/**
 * The facet whose counters give the total of the filter: no condition or one, besides campaigns and days. Undefined:
 * count the leads.
 */
export function facetOf(filter: ListFilter): Facet | undefined {
  const { campaigns, statuses, sources, responses, unread, unanswered, trash } = filter
  if (unread || trash || needsScan(filter)) return undefined
  const facets: Facet[] = []
  if (statuses) facets.push({ name: 'status', keys: statuses })
  if (sources) facets.push({ name: 'source', keys: sources })
  if (responses) facets.push({ name: 'response', keys: responses })
  if (unanswered) facets.push({ name: 'response', keys: [NOT_ANSWERED] })
  const [one, ...others] = facets
  if (others.length) return undefined
  if (one) return campaigns ? { ...one, campaigns } : one
  return campaigns ? { name: 'campaign', keys: campaigns } : { name: 'all', keys: [''] }
}

/** Whether an index holds the facet’s leads in list order. */
export const isOrdered = ({ campaigns, name, keys }: Facet) =>
  !campaigns && (name !== 'response' || keys.length === 1 || !keys.includes(NOT_ANSWERED))

/** Digits of a phone, or text; `nothing`: too short to search. */
export type Search =
  | { kind: 'none' }
  | { kind: 'nothing' }
  | { kind: 'digits'; digits: string }
  | { kind: 'text'; text: string }

/** The conditions of a search where contacts are masked. */
export const maskedSearchOf = (search: Search): NonNullable<ListFilter['masked']> =>
  search.kind === 'text' ? { text: search.text } : search.kind === 'digits' ? { isPhoneEnding: true } : {}

/** As searchOf, for readers who see masks: digits must be the phone’s last four. */
export function searchOfMasked(search: string | undefined): Search {
  const found = searchOf(search)
  return found.kind === 'digits' && found.digits.length !== LAST_DIGITS ? { kind: 'nothing' } : found
}

export function searchOf(search = ''): Search {
  if (search === '') return { kind: 'none' }
  const digits = digitsOf(search)
  if ((digits ?? search).length < SEARCH_MIN) return { kind: 'nothing' }
  return digits ? { kind: 'digits', digits } : { kind: 'text', text: search }
}
