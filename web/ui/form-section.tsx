import type { ReactNode } from 'react'
import classes from './form-section.module.css'

/** The body of a form: sections below one another. */
export const FormSections = ({ children }: { children: ReactNode }) => <div className={classes.form}>{children}</div>

type Props = { title: string; text?: string; id?: string; children: ReactNode }

/** Fields that belong together, beside the words that say what they are; on narrow screens below them. */
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

/** Two short fields beside each other, where there is room. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
