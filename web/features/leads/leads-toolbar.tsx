import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN } from '#contract/common.ts'
import classes from '../../ui/filters.module.css'
import { SearchField } from '../../ui/search-field.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { FilterProps } from './filters.ts'
import { isTooShort } from './leads-search.ts'

/** Filters at the start; at the end search and, as children, what sets how the list looks. */
export function LeadsToolbar({ children, ...props }: FilterProps & { children?: ReactNode }) {
  const { t } = useTranslation('leads')
  const { search, onChange } = props
  return (
    <>
      <FilterChips {...props} />
      <div className={classes.toolbarEnd}>
        <span className={classes.hint} role="status">
          {isTooShort(search.search) && t('searchTooShort', { min: SEARCH_MIN })}
        </span>
        <SearchField
          value={search.search}
          label={t('search')}
          onSearch={(words) => void onChange({ search: words, page: undefined })}
          className={classes.search}
        />
        {children}
      </div>
    </>
  )
}
