import type { ReactNode } from 'react'
import classes from './row-state.module.css'

/** What a page has to say, at the end of its row in the settings; amber if there is something to do. */
export const RowState = ({ isToDo, children }: { isToDo?: boolean; children: ReactNode }) => (
  <span className={classes.state} data-to-do={isToDo || undefined}>
    {children}
  </span>
)
