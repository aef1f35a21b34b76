import type { ReactNode } from 'react'
import classes from './fact.module.css'

/** A detail of a campaign with its name; nothing when the value is empty. */
export function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  if (!children) return null
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
