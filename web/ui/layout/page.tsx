import { Box } from '@mantine/core'
import { type ReactNode, use } from 'react'
import classes from './page.module.css'
import { PageSlots } from './page-slots.ts'

type Props = {
  title: string
  /** Replaces the title by an element (an editable name); `title` still names the browser tab. */
  heading?: ReactNode
  /** One line below the title. */
  context?: ReactNode
  /** Beside the title: a "3 new" pill, a status. */
  beside?: ReactNode
  /** Before the title; replaces the layout's Back on narrow screens. */
  before?: ReactNode
  /** Buttons at the end side, the primary one last; on narrow screens a bar at the bottom. */
  actions?: ReactNode
  /** Figures under the title. */
  summary?: ReactNode
  /** A row of chips under the title. */
  toolbar?: ReactNode
  /** Below the content, always visible. */
  footer?: ReactNode
  /** The content scrolls by itself and touches the sheet's edges (tables, boards). */
  flush?: boolean
  children: ReactNode
}

/** Layout of every screen: title row, context line, actions, content. */
export function Page({ title, heading, context, beside, before, actions, ...rest }: Props) {
  const slots = use(PageSlots)
  const { summary, toolbar, footer, flush, children } = rest
  return (
    <Box className={classes.page} mod={{ 'with-bar': Boolean(actions), fade: true }}>
      <title>{`${title} · Leadline`}</title>
      <header className={classes.head}>
        {before ?? slots.back}
        <div className={classes.words}>
          <div className={classes.titleRow}>
            <h1 className={classes.title}>{heading ?? title}</h1>
            {beside}
          </div>
          {context && <div className={classes.context}>{context}</div>}
        </div>
        {slots.navigator}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {slots.tabs}
      {summary}
      {toolbar && <div className={classes.toolbar}>{toolbar}</div>}
      <Box className={classes.body} mod={{ flush }}>
        {children}
      </Box>
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </Box>
  )
}
