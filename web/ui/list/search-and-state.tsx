import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './search-and-state.module.css'
import { SearchField } from './search-field.tsx'

type Props<S extends string> = {
  search: string | undefined
  onSearch: (text: string | undefined) => void
  state: S | undefined
  onState: (state: S | undefined) => void
  states: readonly S[]
  nameOf: (state: S) => string
  words: { search: string; state: string; anyState: string }
}

/** Search and state filter of a list. */
export function SearchAndState<S extends string>(props: Props<S>) {
  const { search, onSearch, state, onState, states, nameOf, words } = props
  const { t: common } = useTranslation()
  return (
    <div className={classes.tools}>
      <SearchField value={search} label={words.search} onSearch={onSearch} className={classes.search} />
      <Select
        className={classes.state ?? ''}
        aria-label={words.state}
        placeholder={words.anyState}
        clearable
        clearButtonProps={{ 'aria-label': common('clearFilter', { name: words.state }) }}
        data={states.map((value) => ({ value, label: nameOf(value) }))}
        value={state ?? null}
        onChange={(chosen) => onState(chosen ?? undefined)}
      />
    </div>
  )
}
