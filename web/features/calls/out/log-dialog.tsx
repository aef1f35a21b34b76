import { Button, Modal, NumberInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callDirections } from '#contract/calls/call-statuses.ts'
import type { Call } from '#contract/calls/calls.ts'
import { CALL_NOTE_MAX, LOGGED_MINUTES_MAX } from '#contract/calls/outgoing/terms.ts'
import { dayOf, minutesOf, momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import type { Callee } from '../../../shared/numbers/call-out.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DayInput } from '../../../ui/forms/day-input.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { editLog, logCall, removeLog } from './call-out.api.ts'
import classes from './log-dialog.module.css'

type Props = {
  businessId: string
  callee: Callee
  /** The logged call that is changed; absent: a new one. */
  log?: Call
  onClose: () => void
}

/** Logs a call that was made elsewhere, or changes one that was logged. */
export function LogDialog({ businessId, callee, log, onClose }: Props) {
  const { t } = useTranslation('call-out')
  const { t: common } = useTranslation()
  const client = useQueryClient()
  const [now] = useState(() => new Date())
  const [direction, setDirection] = useState<string>(log?.direction ?? 'outbound')
  const [outcome, setOutcome] = useState(log && log.status !== 'Answered' ? 'unanswered' : 'answered')
  const begun = log ? new Date(log.startedAt) : now
  const [day, setDay] = useState<string | null>(dayOf(begun))
  const [time, setTime] = useState(wallTimeOf(begun).slice(11, 16))
  const [minutes, setMinutes] = useState<number | string>(log?.duration ? Math.round(log.duration / 60) : 5)
  const [note, setNote] = useState(log?.logged?.note ?? '')
  const isAnswered = outcome === 'answered'
  const isSameTime = log !== undefined && day === dayOf(begun) && time === wallTimeOf(begun).slice(11, 16)
  const entered = day !== null && /^\d\d:\d\d$/.test(time) ? momentOf(day, minutesOf(time)) : null
  // The field shows whole minutes.
  const moment = isSameTime ? begun : entered
  const isFuture = moment !== null && moment.getTime() > now.getTime() + 60_000
  const changed = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.calls(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
    ])
  const saving = useMutation({
    mutationFn(startedAt: string) {
      const said = {
        direction: callDirections.find((one) => one === direction) ?? 'outbound',
        ...{ startedAt, isAnswered, note, minutes: isAnswered ? Number(minutes) || 0 : 0 },
      }
      return log ? editLog(log._id, said) : logCall({ leadId: callee.leadId ?? '', ...said })
    },
    onSuccess({ call }) {
      const takeBack = () => (log ? editLog(log._id, saidOf(log)) : removeLog(call._id))
      void toast.success(t(log ? 'edited' : 'logged'), {
        undo: () => void takeBack().then(changed, (error: Error) => toast.error(error.message)),
      })
      onClose()
    },
    onError: (error) => void toast.error(error.message),
    onSettled: changed,
    meta: { silent: true },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(log ? 'editTitle' : 'logTitle', { name: callee.name })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (moment && !isFuture) saving.mutate(moment.toISOString())
        }}
      >
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          aria-label={t('direction')}
          value={direction}
          onChange={setDirection}
          data={['outbound', 'inbound'].map((value) => ({ value, label: t(`directions.${value}`) }))}
        />
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          aria-label={t('outcome')}
          value={outcome}
          onChange={setOutcome}
          data={['answered', 'unanswered'].map((value) => ({ value, label: t(`outcomes.${value}`) }))}
        />
        <div className={classes.times}>
          <DayInput label={t('day')} value={day} maxDate={dayOf(now)} onChange={setDay} />
          <TextInput
            type="time"
            label={t('time')}
            value={time}
            dir="ltr"
            {...(isFuture && { error: t('future') })}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          {isAnswered && (
            <NumberInput
              label={t('minutes')}
              value={minutes}
              min={0}
              max={LOGGED_MINUTES_MAX}
              allowDecimal={false}
              onChange={setMinutes}
            />
          )}
        </div>
        <Textarea
          label={t('note')}
          value={note}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={CALL_NOTE_MAX}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" disabled={!moment || isFuture} loading={saving.isPending}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}

/** What was logged. */
const saidOf = ({ direction, startedAt, status, duration, logged }: Call) => ({
  ...{ direction, startedAt, isAnswered: status === 'Answered' },
  ...{ minutes: Math.round(duration / 60), note: logged?.note ?? '' },
})
