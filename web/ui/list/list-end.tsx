import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SEARCH_DIGITS_MIN, SEARCH_MIN } from '#contract/common.ts'
import { type Changes, isTooShort } from '../../lib/list-search.ts'
import classes from './filters.module.css'
import { SearchField } from './search-field.tsx'

type Props = {
  search: string | undefined
  /** Label of the search. */
  label: string
  onChange: (changes: Changes) => void
  children?: ReactNode
}

/** End of a list's toolbar: search and, as children, view settings. */
export function ListEnd({ search, label, onChange, children }: Props) {
  const { t } = useTranslation('lists')
  return (
    <div className={classes.toolbarEnd}>
      <span className={classes.hint} role="status">
        {isTooShort(search) && t('searchTooShort', { min: SEARCH_MIN, digits: SEARCH_DIGITS_MIN })}
      </span>
      <SearchField
        value={search}
        label={label}
        onSearch={(words) => onChange({ search: words, page: undefined })}
        className={classes.search}
      />
      {children}
    </div>
  )
}
