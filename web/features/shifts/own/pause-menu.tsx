import { Button, Menu, Modal, Stack } from '@mantine/core'
import { IconClock, IconUserPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf, minuteAt, minutesOf, momentOf, plusDays } from '#contract/values/clock.ts'
import { timeOfDay } from '#contract/working-hours/ranges.ts'
import { formatTime } from '../../../lib/i18n/format.ts'
import { ClockInput } from '../../../shared/open-ranges/clock-input.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { momentText } from '../shift-text.ts'
import classes from '../shifts.module.css'

const MINUTE_MS = 60_000
/** Pauses that are offered, in minutes. */
const LENGTHS = [15, 30, 60, 120]

type Props = { isPending: boolean; onPick: (until: string) => void }

/** Pauses of some minutes, until tomorrow, or until a time. */
export function PauseMenu({ isPending, onPick }: Props) {
  const { t } = useTranslation('shifts')
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            leftSection={<IconUserPause size={16} stroke={1.75} aria-hidden />}
            loading={isPending}
          >
            {t('pause.begin')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <PauseItems onPick={onPick} onOther={() => ask(true)} />
        </Menu.Dropdown>
      </Menu>
      {isAsked && (
        <PauseDialog
          onClose={() => ask(false)}
          onPick={(until) => {
            ask(false)
            onPick(until)
          }}
        />
      )}
    </>
  )
}

/** Rendered only while the menu is open, so the times count from that moment. */
function PauseItems({ onPick, onOther }: { onPick: Props['onPick']; onOther: () => void }) {
  const { t } = useTranslation('shifts')
  const now = new Date()
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const tomorrow = momentOf(plusDays(dayOf(now), 1), 0).toISOString()
  const item = (label: string, until: string) => (
    <Menu.Item
      key={label}
      rightSection={<bdi className={classes.times}>{momentText(t, until, now)}</bdi>}
      onClick={() => onPick(until)}
    >
      {label}
    </Menu.Item>
  )
  return (
    <>
      {LENGTHS.map((minutes) =>
        item(t(`pause.minutes.${minutes}`), new Date((minute + minutes) * MINUTE_MS).toISOString()),
      )}
      {item(t('pause.tomorrow'), tomorrow)}
      <Menu.Item leftSection={<IconClock aria-hidden />} onClick={onOther}>
        {t('pause.other')}
      </Menu.Item>
    </>
  )
}

/** The next moment at which the clock shows a time: today, else tomorrow. */
function nextAt(time: string, now: Date): string {
  const day = minutesOf(time) > minuteAt(now) ? dayOf(now) : plusDays(dayOf(now), 1)
  return momentOf(day, minutesOf(time)).toISOString()
}

function PauseDialog({ onPick, onClose }: { onPick: Props['onPick']; onClose: () => void }) {
  const { t } = useTranslation(['shifts', 'open-ranges'])
  const { t: common } = useTranslation()
  const [now] = useState(() => new Date())
  const [time, setTime] = useState(formatTime(new Date(now.getTime() + 60 * MINUTE_MS)))
  const isTime = timeOfDay.safeParse(time).success
  return (
    <Modal opened onClose={onClose} title={t('pause.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isTime) onPick(nextAt(time, new Date()))
        }}
      >
        <ClockInput
          data-autofocus
          label={t('pause.back')}
          description={isTime ? t('pause.until', { time: momentText(t, nextAt(time, now), now) }) : undefined}
          value={time}
          error={isTime ? undefined : common('invalid_value', { ns: 'errors' })}
          onChange={setTime}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit">{t('pause.begin')}</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
