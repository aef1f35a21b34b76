import type { ReactNode } from 'react'
import classes from './list-section.module.css'

type Props = {
  label: string
  /** Said instead of the label where there is more to say, such as how many. */
  title?: string
  /** What narrows the list. */
  tools: ReactNode
  pager: ReactNode
  children: ReactNode
}

/** One of the lists of a page: its head, its rows, its pages. */
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
