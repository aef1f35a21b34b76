import type { ReactNode } from 'react'
import classes from './form-section.module.css'

export const FormSections = ({ children }: { children: ReactNode }) => <div className={classes.form}>{children}</div>

type Props = { title: string; text?: string; id?: string; children: ReactNode }

/** A group of fields with its title and description beside it; on narrow screens above it. */
export function FormSection({ title, text, id, children }: Props) {
  return (
    <section className={classes.section} id={id}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}

/** Two short fields in one row, on wide screens. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
