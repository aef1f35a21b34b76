import { z } from 'zod'
import {
  isOwnFieldName,
  type OwnField,
  type OwnFieldName,
  ownFieldName,
  whereKindOf,
} from '../lead-fields/own-fields.ts'
import { type LeadFieldWith, leadFields, leadFieldsWith } from './lead-fields.ts'

/**
 * Maximum number of matching leads that are sorted without an index. With more, the request is refused with
 * `too_many_to_sort`.
 */
export const LEAD_SORT_MAX = 100_000

export type SortField = LeadFieldWith<'isSortable'>
export const sortFields = leadFieldsWith('isSortable')
/** A field, prefixed with a dash for descending order. */
export type LeadSort = SortField | `-${SortField}`
export const leadSorts = sortFields.flatMap((field): LeadSort[] => [`-${field}`, field])
/** An own field, prefixed with a dash for descending order. Leads without a value come last in both directions. */
const OwnSort = z.templateLiteral([z.enum(['', '-']), 'fields.', z.string().regex(/[a-z][a-z0-9_]{0,29}/)])
export const SentSort = z.union([z.enum(leadSorts), OwnSort])
export type SentSort = z.output<typeof SentSort>
export const DEFAULT_LEAD_SORT = '-date' satisfies LeadSort

export const partsOfSort = (sort: LeadSort) => ({
  field: sort.replace('-', '') as SortField,
  isAscending: !sort.startsWith('-'),
})
/** The own field of a sort order; undefined for a built-in one. */
export const ownPartsOfSort = (sort: SentSort): { name: OwnFieldName; isAscending: boolean } | undefined => {
  const name = sort.replace('-', '')
  return isOwnFieldName(name) ? { name, isAscending: !sort.startsWith('-') } : undefined
}
const isOfLetters = (kind: string) => kind === 'text' || kind === 'choice'
/**
 * The sort direction that is offered first: ascending for texts, statuses and options, descending for numbers and
 * times.
 */
export const firstSortOf = (field: SortField): LeadSort => (isOfLetters(leadFields[field].kind) ? field : `-${field}`)
export const firstOwnSortOf = ({ key, type }: Pick<OwnField, 'key' | 'type'>): SentSort => {
  const name = ownFieldName(key)
  return isOfLetters(whereKindOf[type]) ? name : `-${name}`
}
export const isAscending = (sort: SentSort) => !sort.startsWith('-')
/** The sort by the same field in this direction. */
export const directed = (sort: SentSort, ascending: boolean): SentSort => {
  const field = sort.replace('-', '') as SortField | OwnFieldName
  return ascending ? field : `-${field}`
}
/** The sort that a press on a heading selects: the field's first one, or its reverse where it is selected. */
export const nextSortOf = (first: SentSort, current: SentSort): SentSort =>
  current === first ? directed(first, !isAscending(first)) : first

/** The column of the table that a list is sorted by. */
export const columnOfSort = (sort: SentSort): string => {
  const name = sort.replace('-', '')
  return isOwnFieldName(name) ? name : leadFields[name as SortField].column
}

const columns = new Map<string, SortField>(sortFields.map((field) => [leadFields[field].column, field]))
/** The built-in field that a column of the table sorts by. */
export const sortFieldOf = (column: string): SortField | undefined => columns.get(column)
