import type { ReactNode } from 'react'
import classes from './list-section.module.css'

type Props = {
  label: string
  /** Replaces the label, for example to add a number. */
  title?: string
  /** Search and filters. */
  tools: ReactNode
  pager: ReactNode
  children: ReactNode
}

/** A list on a page with several: head, rows, pager. */
export function ListSection({ label, title = label, tools, pager, children }: Props) {
  return (
    <section className={classes.section} aria-label={label}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {tools}
      </div>
      {children}
      {pager && <div className={classes.foot}>{pager}</div>}
    </section>
  )
}
