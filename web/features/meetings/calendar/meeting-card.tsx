import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowsMove } from '@tabler/icons-react'
import type { ButtonHTMLAttributes, CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { formatTime, formatWeekday } from '../../../lib/i18n/format.ts'
import { lookOf, minutesBetween, nameOf, stateOf } from '../meeting-look.ts'
import classes from './meeting-card.module.css'

/** A meeting in words, for labels: what, when, and its state. */
export function useMeetingLabel() {
  const { t } = useTranslation('meetings')
  return (meeting: Meeting) =>
    t('card', {
      name: nameOf(meeting),
      day: formatWeekday(meeting.startsAt),
      time: formatTime(meeting.startsAt),
      kind: t(`kinds.${meeting.kind}`),
      state: t(`states.${stateOf(meeting)}`),
    })
}

type Props = {
  meeting: Meeting
  style: CSSProperties
  /** Stands beside another one. */
  isHalf?: boolean
  /** Follows the pointer, in place of the card that is dragged. */
  isGhost?: boolean
} & Pick<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'onClick' | 'onKeyDown' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel'
>

/** Less than 50 minutes leave room for name and time, 30 for one line. */
const sizeOf = (minutes: number) => (minutes < 40 ? 'line' : minutes < 50 ? 'short' : 'full')

/** A meeting on the grid, as high as it is long. */
export function MeetingCard({ meeting, style, isGhost = false, isHalf = false, ...handlers }: Props) {
  const { t } = useTranslation('meetings')
  const labelOf = useMeetingLabel()
  const { Icon, hue } = lookOf(meeting)
  const { startsAt, endsAt, kind, place, status, outcome } = meeting
  const time = isHalf ? formatTime(startsAt) : `${formatTime(startsAt)}–${formatTime(endsAt)}`
  return (
    <UnstyledButton
      className={classes.card}
      style={style}
      data-hue={hue}
      data-size={sizeOf(minutesBetween(meeting))}
      data-open={(outcome === null && (status === 'Invitation Sent' || status === 'Received')) || undefined}
      data-off={status === 'Meeting Canceled' || undefined}
      data-ghost={isGhost || undefined}
      aria-hidden={isGhost || undefined}
      tabIndex={isGhost ? -1 : 0}
      {...handlers}
    >
      <VisuallyHidden>{labelOf(meeting)}</VisuallyHidden>
      <span className={classes.shown} aria-hidden>
        <span className={classes.name} dir="auto">
          {nameOf(meeting)}
        </span>
        <span className={classes.time}>
          {isGhost ? <IconArrowsMove size={12} aria-hidden /> : <Icon size={12} stroke={2} aria-hidden />}
          {!isGhost && <bdi dir="ltr">{time}</bdi>}
        </span>
        <span className={classes.where} dir="auto">
          {place || t(`kinds.${kind}`)}
        </span>
      </span>
    </UnstyledButton>
  )
}
