import { Button, Modal, Stack } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '#contract/values/clock.ts'
import { timeOfDay } from '#contract/working-hours/ranges.ts'
import type { Rest, RestTime } from '#contract/working-hours/working-hours.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import { formatTime, formatWeekday } from '../../lib/i18n/format.ts'
import { ClockInput } from '../../shared/open-ranges/clock-input.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'

type Props = {
  rest: Rest
  /** The corrections of this rest: none where a time is the computed one. `days`: on which it begins and ends. */
  onDone: (corrections: RestTime[], days: string[]) => void
  onClose: () => void
}

/** When a rest begins and ends, instead of the computed times. */
export function RestTimeDialog({ rest, onDone, onClose }: Props) {
  const { t } = useTranslation('working-hours')
  const { t: common } = useTranslation()
  const [typed, setTyped] = useState({ from: formatTime(rest.from), to: formatTime(rest.to) })
  const [isSent, send] = useState(false)
  const ends = ['from', 'to'] as const
  const isWrong = (end: 'from' | 'to') => !timeOfDay.safeParse(typed[end]).success
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(true)
    if (ends.some(isWrong)) return
    const corrected = ends.filter((end) => typed[end] !== formatTime(rest.computed[end]))
    onDone(
      corrected.map((end) => ({ day: dayOf(rest[end]), at: typed[end] })),
      ends.map((end) => dayOf(rest[end])),
    )
  }
  return (
    <Modal opened onClose={onClose} title={t('correct.title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <form onSubmit={submit} noValidate>
        <Stack>
          {ends.map((end) => (
            <ClockInput
              key={end}
              w="10rem"
              label={t(`correct.${end}`, { day: formatWeekday(rest[end]) })}
              description={t('correct.computed', { time: formatTime(rest.computed[end]) })}
              value={typed[end]}
              error={isSent && isWrong(end) && issueText({ path: [end], message: 'invalid_value' })}
              onChange={(clock) => setTyped({ ...typed, [end]: clock })}
            />
          ))}
          <DialogFoot onCancel={onClose}>
            <Button type="submit">{t('special.done')}</Button>
          </DialogFoot>
        </Stack>
      </form>
    </Modal>
  )
}
