import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  title: string
  /** The title's own element where it is more than text (an editable name); `title` still names the tab. */
  heading?: ReactNode
  /** One line below the title. */
  context?: ReactNode
  /** Beside the title: a "3 new" pill, a status. */
  beside?: ReactNode
  /** Before the title: a Back button. */
  before?: ReactNode
  /** The end side: secondary buttons first, the one primary button last. */
  actions?: ReactNode
  /** A row of chips under the title. */
  toolbar?: ReactNode
  /** Below the content, always in sight. */
  footer?: ReactNode
  /** The content scrolls by itself and touches the sheet's edges (tables, boards). */
  flush?: boolean
  children: ReactNode
}

/** The frame of every screen: title row, one line of context, actions at the end side, then the content. */
export function Page({ title, heading, context, beside, before, actions, toolbar, footer, flush, children }: Props) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Leadline`}</title>
      <header className={classes.head}>
        {before}
        <div className={classes.words}>
          <div className={classes.titleRow}>
            <h1 className={classes.title}>{heading ?? title}</h1>
            {beside}
          </div>
          {context && <div className={classes.context}>{context}</div>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <Box className={classes.body} mod={{ flush }}>
        {children}
      </Box>
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </div>
  )
}
