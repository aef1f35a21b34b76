import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FollowUp } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { formatDateTime } from '../../lib/i18n/format.ts'
import { piecesOfDue, toneOf } from './due.ts'
import classes from './follow-ups.module.css'

/** When a follow-up is due; a late one says so in colour and in words. */
export function DueTime({ followUp }: { followUp: Pick<FollowUp, 'dueAt' | 'lateFrom'> }) {
  const { t } = useTranslation('follow-ups')
  const { dueAt } = followUp
  const tone = toneOf(followUp)
  const [day, time] = piecesOfDue(dueAt)
  const Icon = tone === 'late' ? IconAlertCircle : IconClock
  return (
    <time dateTime={dueAt} title={formatDateTime(dueAt)} className={classes.due} data-tone={tone}>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span>
        <bdi>{day}</bdi>, <bdi dir="ltr">{time}</bdi>
        {tone === 'late' && <VisuallyHidden> {t('late')}</VisuallyHidden>}
      </span>
    </time>
  )
}
