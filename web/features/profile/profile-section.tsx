import { type ReactNode, useId } from 'react'
import classes from './profile.module.css'

type Props = { title: string; text?: ReactNode; children: ReactNode }

/** One section of the profile: title and text, its controls beside them. */
export function ProfileSection({ title, text, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.words}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {text && <p className={classes.text}>{text}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  )
}
