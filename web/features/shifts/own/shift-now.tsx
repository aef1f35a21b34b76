import { Button } from '@mantine/core'
import { IconPlayerPlay, IconUserCheck, IconUserOff, IconUserPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { shiftStateAt } from '#contract/shifts/person-shifts.ts'
import type { OwnShifts } from '#contract/shifts/shifts.ts'
import { useMinute } from '../../../shared/times/use-minute.ts'
import { momentText } from '../shift-text.ts'
import { type ShiftsOf, usePause } from '../shifts.api.ts'
import { PauseMenu } from './pause-menu.tsx'
import classes from './shift-now.module.css'

type Props = { of: ShiftsOf; stored: OwnShifts }

/** Whether the person is on shift now and until when, as it is saved; a pause begins and ends here. */
export function ShiftNow({ of, stored }: Props) {
  const { t } = useTranslation(['shifts', 'open-ranges'])
  const minute = useMinute()
  const begun = stored.shifts.pause?.from
  // A pause may have begun within the minute.
  const now = begun && Date.parse(begun) > minute.getTime() ? new Date(begun) : minute
  const pause = usePause(of)
  const { isOn, isAlways, nextChange, pausedUntil, absence } = shiftStateAt(stored.shifts, now, {
    onCallCounts: stored.onCallCounts,
  })
  const time = nextChange && momentText(t, nextChange, now)
  const text = () => {
    if (pausedUntil) return t('now.paused', { time: momentText(t, pausedUntil, now) })
    if (isOn && isAlways) return t('now.always')
    if (isOn) return time ? t('now.on', { time }) : t('now.onAlways')
    const off = absence ? t('now.absent', { kind: t(`kinds.${absence}`) }) : t('now.off')
    return time ? t('now.next', { off, time }) : off
  }
  const Icon = pausedUntil ? IconUserPause : isOn ? IconUserCheck : IconUserOff
  return (
    <div className={classes.now} data-hue={pausedUntil ? 'amber' : isOn ? 'green' : 'slate'}>
      <Icon size={20} stroke={1.75} aria-hidden />
      <p className={classes.text} role="status" aria-label={t('now.title')}>
        {text()}
      </p>
      {pausedUntil ? (
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={16} stroke={1.75} aria-hidden />}
          loading={pause.isPending}
          onClick={() => pause.mutate(null)}
        >
          {t('pause.end')}
        </Button>
      ) : (
        isOn && <PauseMenu isPending={pause.isPending} onPick={(until) => pause.mutate(until)} />
      )}
    </div>
  )
}
