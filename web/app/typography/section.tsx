import type { ReactNode } from 'react'
import classes from './typography.module.css'

/** A titled group of pieces. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.section}>
    <h3 className={classes.title}>{title}</h3>
    {children}
  </section>
)

/** Pieces side by side. */
export const Row = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>
