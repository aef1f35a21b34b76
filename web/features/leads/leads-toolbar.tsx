import { FilterChips } from './filter-chips.tsx'
import type { FilterProps } from './filter-panel.tsx'
import classes from './filters.module.css'
import { SearchField } from './search-field.tsx'

export const LeadsToolbar = (props: FilterProps) => (
  <>
    <FilterChips {...props} />
    <div className={classes.toolbarEnd}>
      <SearchField search={props.search} onChange={props.onChange} className={classes.search} />
    </div>
  </>
)
