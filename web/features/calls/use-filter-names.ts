import { useTranslation } from 'react-i18next'
import { useCan } from '../../lib/session.ts'
import { type ListFilter, listFilters } from './calls-search.ts'

/** The filters that this person can be offered, and what they are called. */
export function useFilterNames() {
  const { t } = useTranslation('calls')
  // The list of numbers is for those who may edit campaigns.
  const knowsNumbers = useCan('campaigns.edit')
  const names = listFilters.filter((name) => name !== 'number' || knowsNumbers)
  return { names, nameOf: (name: ListFilter) => t(`columns.${name}`) }
}
