import { IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { type Changes, isTooShort } from '../../../lib/list-search.ts'
import { ToNumbers } from '../../../shared/numbers/to-numbers.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ListState } from '../../../ui/list/list-state.tsx'
import { type CallsSearch, countFilters, isFiltered, noFilters } from '../filters/calls-search.ts'

type Props = {
  search: CallsSearch
  onChange: (changes: Changes) => void
  /** Number of rows shown; undefined before the first reply. */
  shown: number | undefined
  pagination: Pagination | undefined
  error: Error | null
  refetch: () => void
  children: ReactNode
}

/** The list, or an empty or error state. */
export function CallsState({ search, ...state }: Props) {
  const { t } = useTranslation('calls')
  const isNarrowed = isFiltered(search) || isTooShort(search.search)
  const isByFilter = countFilters(search) > 0 || search.direction !== undefined
  const advice = isByFilter ? t('noMatchText') : t('noMatchSearch')
  const words = { search: search.search, noFilters, title: t('noMatch'), text: advice }
  return (
    <ListState
      {...state}
      columns={8}
      narrowed={isNarrowed ? words : undefined}
      none={<EmptyState icon={<IconPhone />} title={t('noneYet')} text={t('noneYetText')} action={<ToNumbers />} />}
    />
  )
}
