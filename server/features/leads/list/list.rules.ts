import { SEARCH_MIN } from '#contract/common.ts'
import { dayOf } from '#contract/date-presets.ts'
import type { LeadFilters } from '#contract/lead-filters.ts'
import type { Where } from '#contract/lead-where.ts'
import { NOT_ANSWERED, type ResponseBucket } from '#contract/responses.ts'
import { tagKey } from '#contract/tags.ts'
import { digitsOf } from '../../../platform/http/phones.ts'
import type { LeadSight } from '../../access/access.rules.ts'

/** What a list asks for, after the caller's campaigns are taken into account. Null and undefined: whatever. */
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
  /** Ids of people, and `none`. */
  assigned?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  duplicate?: true | undefined
  where?: Where | undefined
  /** Of phone and e-mail nothing may be found out: letters are looked for in names alone, digits where masks show them. */
  masked?: { text?: string; isEnd?: true } | undefined
  /** What the caller may read: what else is there says nothing of a lead. */
  sight: LeadSight
  /** Of some of the campaigns the caller reads their own leads alone. */
  isKept?: true | undefined
  /** The day of the request in Asia/Jerusalem: what relative dates are counted from. */
  today: string
}

/** What the maintained counters are kept by (contract/events.ts, CountStep); with `campaigns` within these alone. */
export type Facet = {
  name: 'all' | 'campaign' | 'status' | 'source' | 'response'
  keys: readonly string[]
  campaigns?: readonly string[]
}

/** With types of statuses told as statuses (status-types.service.ts), which the counters know. */
export type ToldFilters = Omit<LeadFilters, 'statusType'>
type Asked = { campaignId?: readonly string[] | undefined; filters?: ToldFilters | undefined }
export function filterOf({ campaignId, filters = {} }: Asked, sight: LeadSight, now: Date): ListFilter {
  const visible = sight?.campaigns
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
    sight,
    isKept: campaigns?.some((id) => sight?.own.includes(id)) || undefined,
    today: dayOf(now),
  }
}

/** Whether it asks for what neither counters nor the search's functions know. */
export const isSpecial = ({ assigned, tags, duplicate, where, masked, isKept }: ListFilter) =>
  isKept === true ||
  masked?.text !== undefined ||
  assigned !== undefined ||
  tags !== undefined ||
  duplicate !== undefined ||
  where !== undefined

/**
 * The facet whose counters say how many leads the filter lets pass, day by day: nothing or one thing is asked, beside
 * campaigns and days. Undefined: they must be counted.
 */
export function facetOf(filter: ListFilter): Facet | undefined {
  const { campaigns, statuses, sources, responses, unread, unanswered, trash } = filter
  if (unread || trash || isSpecial(filter)) return undefined
  const asked: Facet[] = []
  if (statuses) asked.push({ name: 'status', keys: statuses })
  if (sources) asked.push({ name: 'source', keys: sources })
  if (responses) asked.push({ name: 'response', keys: responses })
  if (unanswered) asked.push({ name: 'response', keys: [NOT_ANSWERED] })
  const [one, ...others] = asked
  if (others.length) return undefined
  if (one) return campaigns ? { ...one, campaigns } : one
  return campaigns ? { name: 'campaign', keys: campaigns } : { name: 'all', keys: [''] }
}

/** Whether an index leads along the facet's leads in their order; otherwise they are looked for among others. */
export const isOrdered = ({ campaigns, name, keys }: Facet) =>
  !campaigns && (name !== 'response' || keys.length === 1 || !keys.includes(NOT_ANSWERED))

/** Digits that may be a part of a phone, or letters; `nothing`: too little to look for. */
export type Search =
  | { kind: 'none' }
  | { kind: 'nothing' }
  | { kind: 'digits'; digits: string }
  | { kind: 'text'; text: string }

/** What of a search holds where contacts are masked. */
export const maskedBy = (search: Search): NonNullable<ListFilter['masked']> =>
  search.kind === 'text' ? { text: search.text } : search.kind === 'digits' ? { isEnd: true } : {}

/** The same for whoever is shown masks: of a phone they may look for the end, which these show. */
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

/** A whole number's last digits are kept in a column of their own. */
export const LAST_DIGITS = 4
