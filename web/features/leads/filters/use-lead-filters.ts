import { useTranslation } from 'react-i18next'
import { useSourceName } from '../../../shared/source-mark.tsx'
import { useFilterValueText } from '../../../ui/list/filter-value-text.ts'
import type { ListFilters } from '../../../ui/list/list-filters.ts'
import { useStatusName } from '../status/use-statuses.ts'
import { type FilterProps, flagFilters, type ListFilter, listFilters } from './leads-search.ts'
import { usePersonName } from './use-person-name.ts'

const labelKeys = {
  status: 'columns.status',
  statusType: 'statusType',
  source: 'columns.source',
  assigned: 'columns.assignedTo',
  tag: 'columns.tags',
  response: 'columns.response',
  date: 'columns.date',
} as const satisfies Record<ListFilter, string>

/** The filters of a list of leads, with their labels and values as texts. */
export function useLeadFilters({ businessId, search, onChange }: FilterProps): ListFilters<ListFilter> {
  const { t } = useTranslation('leads')
  const { many, days } = useFilterValueText()
  const statusName = useStatusName(businessId)
  const sourceName = useSourceName()
  const { status, statusType, source, response, assigned, tag } = search
  // Names are loaded only while the list is filtered by assignee.
  const personName = usePersonName(businessId, Boolean(assigned?.length))
  const chosen = {
    status: many((status ?? []).map(statusName)),
    statusType: many((statusType ?? []).map((type) => t(`statusTypes.${type}`))),
    source: many((source ?? []).map(sourceName)),
    assigned: many((assigned ?? []).map(personName)),
    tag: many(tag ?? []),
    response: many((response ?? []).map((bucket) => t(`responses.${bucket}`))),
    date: days(search),
  } satisfies Record<ListFilter, string | undefined>
  return {
    filters: listFilters.map((name) => ({ name, label: t(labelKeys[name]), value: chosen[name] })),
    flags: flagFilters.map((name) => ({ name, label: t(`flags.${name}`), isSet: search[name] === true })),
    onChange: (changes) => void onChange(changes),
  }
}
