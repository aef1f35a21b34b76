import type { ReactNode } from 'react'
import classes from './state.module.css'

type Props = {
  icon: ReactNode
  title: string
  /** What this is, and the one thing to do. */
  text?: ReactNode
  action?: ReactNode
  /** A heading of its own where it stands for the whole screen. */
  asPage?: boolean
}

/** Nothing here: for the first time, or after filtering. */
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
