import { IconClockPause, IconDoor } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { openStateAt } from '#contract/working-hours/open-state.ts'
import type { OpenReason, WorkingHours } from '#contract/working-hours/working-hours.ts'
import { useMinute } from '../../shared/times/use-minute.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { holidayName } from './holiday-text.ts'
import { momentText } from './moment-text.ts'
import classes from './open-now.module.css'

type Props = {
  /** Null: they have errors. */
  hours: WorkingHours | null
  /** The hours are edited and not saved yet. */
  isDraft?: boolean
}

/** Whether it is open now, until when, and why; it changes as time passes. */
export function OpenNow({ hours, isDraft = false }: Props) {
  const { t } = useTranslation(['working-hours', 'open-ranges'])
  const now = useMinute()
  if (!hours)
    return (
      <p className={classes.now} data-hue="red" role="status" aria-label={t('now.title')}>
        {t('now.invalid')}
      </p>
    )
  const { isOpen, nextChange, reason } = openStateAt(hours, now)
  const time = nextChange && momentText(t, hours, nextChange, now)
  const Icon = isOpen ? IconDoor : IconClockPause
  const kind = isOpen ? 'open' : 'closed'
  return (
    <p className={classes.now} data-hue={isOpen ? 'green' : 'slate'} role="status" aria-label={t('now.title')}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span>{time ? t(`now.${kind}`, { time }) : t(`now.${kind}Always`)}</span> <Reason reason={reason} />
      {isDraft && <span className={classes.draft}>{t('now.draft')}</span>}
    </p>
  )
}

function Reason({ reason }: { reason: OpenReason }) {
  const { t } = useTranslation('working-hours')
  if (reason.kind === 'hours') return null
  return (
    <span className={classes.reason}>
      {reason.kind === 'shabbat' && t('now.shabbat')}
      {reason.kind === 'holiday' && holidayName(reason.holiday)}
      {reason.kind === 'special_day' && <UserText>{reason.name}</UserText>}
    </span>
  )
}
