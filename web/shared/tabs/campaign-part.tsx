import type { ReactNode } from 'react'
import classes from './campaign-part.module.css'

/** A section of a campaign's page: its title, the action of its content, and the content. */
export function CampaignPart({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/** A sentence in place of a list. */
export const NothingHere = ({ children }: { children: ReactNode }) => <p className={classes.nothing}>{children}</p>
