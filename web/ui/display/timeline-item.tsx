import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { statusHues } from '#contract/leads/lead-status.ts'
import { formatDateTime, formatTime } from '../../lib/i18n/format.ts'
import classes from './timeline-item.module.css'

/** What every item of a history has, whatever it shows. */
export type TimelineFrame = {
  /** The page was opened at this item: it is marked, and scrolled to once. */
  isLinked?: boolean
  /** Buttons beside the time; with a mouse they appear over the item. */
  actions?: ReactNode
}
type Props = TimelineFrame & {
  Icon: Icon
  hue: (typeof statusHues)[number]
  at: string
  /** What happened, in one line; what matters most is `<strong>`. */
  line: ReactNode
  children?: ReactNode
}

const scrollIntoSight = (item: HTMLElement | null) => item?.scrollIntoView?.({ block: 'center' })

/** An item of a history. The items of one day form a list. */
export function TimelineItem({ Icon: ItemIcon, hue, at, line, isLinked, actions, children }: Props) {
  return (
    <li
      className={classes.item}
      ref={isLinked ? scrollIntoSight : null}
      data-linked={isLinked || undefined}
      aria-current={isLinked || undefined}
    >
      <span className={classes.disc} data-hue={hue} aria-hidden>
        <ItemIcon size={15} stroke={1.75} />
      </span>
      <div className={classes.words}>
        <div className={classes.line}>{line}</div>
        {children}
      </div>
      <time className={classes.time} dateTime={at} title={formatDateTime(at)}>
        {formatTime(at)}
      </time>
      {actions && <span className={classes.actions}>{actions}</span>}
    </li>
  )
}
