import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_MIN } from '#contract/common.ts'
import { FilterChips } from './filter-chips.tsx'
import classes from './filters.module.css'
import type { FilterProps } from './filters.ts'
import { isTooShort } from './leads-search.ts'
import { SearchField } from './search-field.tsx'

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
        <SearchField search={search} onChange={onChange} className={classes.search} />
        {children}
      </div>
    </>
  )
}
