import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { queryKeys } from '../../query-keys.ts'
import type { Kept } from './kept-store.ts'

/** How many leads, with all that belongs to them, how many pages of lists, and how many other replies are kept. */
const MOST = { lead: 50, list: 10, other: 100 }
/** What was not read again for so long is removed. */
const KEPT_DAYS = 7
const DAY_MS = 24 * 3_600_000
const ID = /^[0-9a-f-]{36}$/
/** What pages of leads read beside the leads. */
const beside = new Set<unknown>(['business', 'campaigns', 'lead-fields', 'saved-views'])
const ofLeads = new Set<unknown>(['one', 'history', 'list', 'counts', 'sources', 'tags'])

export const isSession = (key: QueryKey) => key[0] === queryKeys.session[0]
/** Rows of leads; they are removed when the person's rights in their business change. */
export const isOfLeads = (key: QueryKey) => (key[0] === 'leads' && ofLeads.has(key[2])) || key[0] === 'follow-ups'
export const isKept = (key: QueryKey) => isSession(key) || beside.has(key[0]) || isOfLeads(key)
/** Whether the reply is of this lead alone. */
export const isOfLead = (key: QueryKey, leadId: string) => isOfLeads(key) && key[3] === leadId

/** What counts as one: a lead, or a page of a list. */
function groupOf(key: QueryKey): { kind: keyof typeof MOST; name: string } {
  const id = isOfLeads(key) ? key[3] : undefined
  if (typeof id === 'string' && ID.test(id) && key[2] !== 'today') return { kind: 'lead', name: id }
  return { kind: key[2] === 'list' ? 'list' : 'other', name: JSON.stringify(key) }
}

/** Those beyond the limits, and those that are too old, of rows with the newest first. */
export function excess(rows: readonly Pick<Kept, 'hash' | 'key' | 'at'>[], now: number): string[] {
  const seen = { lead: new Set<string>(), list: new Set<string>(), other: new Set<string>() }
  return rows.flatMap(({ hash, key, at }) => {
    if (now - at > KEPT_DAYS * DAY_MS) return [hash]
    const { kind, name } = groupOf(key)
    if (seen[kind].has(name)) return []
    if (seen[kind].size >= MOST[kind]) return [hash]
    seen[kind].add(name)
    return []
  })
}

const isPaged = (data: unknown): data is InfiniteData<unknown> =>
  typeof data === 'object' && data !== null && 'pages' in data && 'pageParams' in data

/** Of a history its first page. */
export const keptPart = (data: unknown) =>
  isPaged(data) ? { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } : data
