import type { ReactNode } from 'react'
import { InterpolatedText } from '../ui/display/interpolated-text.tsx'
import { Picture } from '../ui/display/picture.tsx'
import classes from './business-intro.module.css'

type Props = {
  business: { _id: string; name: string; image: string | null }
  /** Title with the business's name: `(marks) => t('title', marks)`. */
  title: (marks: Record<string, string>) => string
  text?: ReactNode
  /** Renders the title as the page's heading. */
  asPage?: boolean | undefined
  children?: ReactNode
}

/** Introduces a business to people who are not members: picture and title. */
export function BusinessIntro({ business, title, text, asPage, children }: Props) {
  const Title = asPage ? 'h1' : 'h3'
  return (
    <div className={classes.words}>
      <Picture id={business._id} name={business.name} image={business.image} size="xl" />
      <Title className={classes.title} data-page={asPage}>
        <InterpolatedText text={title} parts={{ business: <bdi>{business.name}</bdi> }} />
      </Title>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      {children}
    </div>
  )
}
