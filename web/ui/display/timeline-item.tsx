import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { statusHues } from '#contract/leads/lead-status.ts'
import { formatDateTime, formatTime } from '../../lib/i18n/format.ts'
import classes from './timeline-item.module.css'

type Props = {
  Icon: Icon
  hue: (typeof statusHues)[number]
  at: string
  /** What happened, in one line; what matters most is `<strong>`. */
  line: ReactNode
  children?: ReactNode
}

/** An item of a history, in a list of those of one day. */
export function TimelineItem({ Icon: ItemIcon, hue, at, line, children }: Props) {
  return (
    <li className={classes.item}>
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
    </li>
  )
}
