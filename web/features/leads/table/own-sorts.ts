import type { TFunction } from 'i18next'
import { isOwnFieldName, type OwnField, ownFieldName } from '#contract/lead-fields/own-fields.ts'
import { leadFields } from '#contract/leads/lead-fields.ts'
import {
  columnOfSort,
  DEFAULT_LEAD_SORT,
  firstOwnSortOf,
  firstSortOf,
  type SentSort,
  sortFieldOf,
  sortFields,
} from '#contract/leads/lead-sorts.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { hidesContacts, nameOf } from '../../../shared/own-fields/own-fields.ts'

/** Those who see masks of a field's values cannot sort by it. */
const isSortableIn = (leads: readonly Lead[]) => {
  const isMasked = leads.some(hidesContacts)
  return ({ isPersonal }: OwnField) => !(isPersonal && isMasked)
}

/** The sort that the first press on a column's heading selects; undefined: lists are not sorted by it. */
export function firstSortOfColumn(
  column: ShownLeadColumn,
  fields: readonly OwnField[],
  leads: readonly Lead[],
): SentSort | undefined {
  if (!isOwnFieldName(column)) {
    const field = sortFieldOf(column)
    return field && firstSortOf(field)
  }
  const field = fields.find(({ key }) => ownFieldName(key) === column)
  return field && isSortableIn(leads)(field) ? firstOwnSortOf(field) : undefined
}

/** Sorts by built-in fields. */
export const builtInSorts = (t: TFunction<'leads'>) =>
  sortFields.map((field) => ({ sort: firstSortOf(field), name: t(`columns.${leadFields[field].column}`) }))

/** The board is ordered by date. */
export const boardSorts = (t: TFunction<'leads'>) => builtInSorts(t).filter(({ sort }) => sort === DEFAULT_LEAD_SORT)

type Given = { fields: readonly OwnField[]; shown: readonly OwnField[]; leads: readonly Lead[]; sort: SentSort }
/** Own fields that a menu sorts by: those that the person shows, and the one that the list is sorted by. */
export const ownSortsOf = ({ fields, shown, leads, sort }: Given) =>
  fields
    .filter((field) => shown.includes(field) || ownFieldName(field.key) === columnOfSort(sort))
    .filter(isSortableIn(leads))
    .map((field) => ({ sort: firstOwnSortOf(field), name: nameOf(field) }))
