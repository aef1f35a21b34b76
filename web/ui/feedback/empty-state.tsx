import type { ReactNode } from 'react'
import classes from './state.module.css'

type Props = {
  icon: ReactNode
  title: string
  /** Explains the empty state and names the next action. */
  text?: ReactNode
  action?: ReactNode
  /** Renders the title as a heading, for a whole screen. */
  asPage?: boolean
}

export function EmptyState({ icon, title, text, action, asPage }: Props) {
  const Title = asPage ? 'h1' : 'h2'
  return (
    <div className={classes.state} data-fade>
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
      <Title className={classes.title}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
