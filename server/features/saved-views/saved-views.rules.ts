import { isContact } from '#contract/leads/lead-fields.ts'
import { type RuleField, rulesIn, whereOps } from '#contract/leads/lead-where.ts'
import type { CallView, CallViewChanges, CallViewQuery } from '#contract/leads/saved-views/call-views.ts'
import type { LeadView, LeadViewChanges, LeadViewQuery } from '#contract/leads/saved-views/lead-views.ts'
import { type NamedKind, namedKinds, type ViewList } from '#contract/leads/saved-views/saved-views.ts'
import { tagKey } from '#contract/leads/tags.ts'
import { actsEverywhere, hasRight } from '#contract/roles.ts'
import type { Member } from '../../platform/http/caller.ts'
import { seesMasked } from '../access/access.rules.ts'

type ViewQuery = LeadViewQuery | CallViewQuery
/** A stored view. */
export type StoredView = Pick<LeadView | CallView, '_id' | 'name' | 'isShared' | 'isPinned' | 'createdBy'> & {
  list: ViewList
  query: ViewQuery
  ownerId: string
  isDefault: boolean
  position: number
}

export const canShareViews = ({ role }: Member) => hasRight(role, 'views.share')

/** A private view: its owner. A shared one: its owner while they may share, Owners and Admins. */
export const canChangeView = (caller: Member, { isShared, ownerId }: Pick<StoredView, 'isShared' | 'ownerId'>) =>
  isShared
    ? canShareViews(caller) && (ownerId === caller.userId || actsEverywhere(caller.role))
    : ownerId === caller.userId

/** Members who see masked contacts cannot open views of others that contain a contact. */
export const canOpenView = (caller: Member, view: StoredView) =>
  view.ownerId === caller.userId || (view.isShared && !(seesMasked(caller) && holdsContact(view)))

/** Masks show the last four digits of a phone. */
const DIGITS_MAX = 4
/** Conditions on texts, of built-in and own fields. */
const textOps: readonly string[] = whereOps.text
const isContactText = (text: string) => text.includes('@') || text.replace(/\D/g, '').length > DIGITS_MAX

/** Whether a view's name, search or conditions may hold a phone or an e-mail. */
export function holdsContact({ name, query: { search, filters } }: Pick<StoredView, 'name' | 'query'>): boolean {
  const rules = 'where' in filters && filters.where ? rulesIn(filters.where) : []
  const texts = rules.filter(({ op, value }) => textOps.includes(op) && typeof value === 'string')
  return (
    [name, search ?? ''].some(isContactText) ||
    texts.some(({ field, value }) => isContact(field) || isContactText(value as string))
  )
}

const kindOfField: Partial<Record<RuleField, NamedKind>> = {
  status: 'status',
  assigned: 'person',
  campaign: 'campaign',
  tag: 'tag',
}
export type Named = Record<NamedKind, string[]>
/** Ids, and keys of tags, that a query names. */
export const namedIn = (query: ViewQuery): Named => ('look' in query ? namedByLeads(query) : namedByCalls(query))

function namedByLeads({ campaignId, filters }: LeadViewQuery): Named {
  const named: Named = {
    status: [...(filters.status ?? [])],
    person: (filters.assigned ?? []).filter((id) => id !== 'none'),
    campaign: campaignId ? [campaignId] : [],
    tag: (filters.tag ?? []).map(tagKey),
    number: [],
  }
  for (const { field, value } of filters.where ? rulesIn(filters.where) : []) {
    const kind = kindOfField[field]
    const values = (Array.isArray(value) ? value : []).map(String).filter((one) => one !== 'none')
    if (kind) named[kind].push(...(kind === 'tag' ? values.map(tagKey) : values))
  }
  return named
}

const namedByCalls = ({ campaignId, filters: { answeredBy = [], rang = [], number } }: CallViewQuery): Named => ({
  status: [],
  person: [...answeredBy, ...rang],
  campaign: campaignId ? [campaignId] : [],
  tag: [],
  number: number ?? [],
})

/** The kinds of things that the query names but that do not exist, or not for the reader. */
export function missingIn(query: ViewQuery, isThere: (kind: NamedKind, id: string) => boolean): NamedKind[] {
  const named = namedIn(query)
  return namedKinds.filter((kind) => named[kind].some((id) => !isThere(kind, id)))
}

type ViewChanges = LeadViewChanges | CallViewChanges
const viewFields = ['name', 'isShared', 'isPinned', 'query'] as const
type ViewField = (typeof viewFields)[number]

/** Stored JSON has another order of keys than a sent one. */
function asText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${key}:${asText(one)}`)
    .join()}}`
}

/** The fields whose new value differs from the stored one. */
export const differing = (view: StoredView, wanted: ViewChanges): ViewField[] =>
  viewFields.filter((field) => wanted[field] !== undefined && asText(wanted[field]) !== asText(view[field]))

/** Whether one of the fields to change has changed since the sender read it. */
export const wasChanged = (view: StoredView, { expected = {}, ...wanted }: ViewChanges) =>
  viewFields.some(
    (field) =>
      wanted[field] !== undefined && expected[field] !== undefined && asText(expected[field]) !== asText(view[field]),
  )

/** The order after moving an id before another; null: to the end. */
export function orderMoved(order: readonly string[], id: string, before: string | null): string[] {
  if (before === id) return [...order]
  const left = order.filter((one) => one !== id)
  left.splice(before === null ? left.length : left.indexOf(before), 0, id)
  return left
}
