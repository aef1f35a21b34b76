import { Button, Modal, SegmentedControl, Select, Stack, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FOLLOW_UP_NOTE_MAX, type FollowUp, followUpActions } from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { dayOf, minutesOf, momentOf, wallTimeOf } from '#contract/values/clock.ts'
import { peopleQuery } from '../../lib/session/people.ts'
import { useMoments } from '../../shared/times/use-moments.ts'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useFollowUpActions } from './follow-ups.api.ts'
import classes from './follow-ups.module.css'

export type FollowUpTarget = {
  leadId: string
  campaignId: string
  /** The follow-up to change; absent: a new one is created. */
  followUp?: FollowUp | undefined
  /** The person of a new follow-up. */
  userId: string
  note?: string
}
type Props = {
  businessId: string
  target: FollowUpTarget
  /** Whether the reader may set follow-ups of colleagues. */
  isForOthers: boolean
  onClose: () => void
}

const timeOf = (moment: Date | string) => wallTimeOf(moment).slice(11, 16)

/** Sets the next action on a lead: what to do, when, and by whom. */
export function FollowUpForm({ businessId, target, isForOthers, onClose }: Props) {
  const { t } = useTranslation('follow-ups')
  const { t: common } = useTranslation()
  const { set } = useFollowUpActions(businessId)
  const { leadId, campaignId, followUp } = target
  const moments = useMoments()
  const start = followUp?.dueAt ?? moments[0]?.at ?? new Date()
  const [action, setAction] = useState<string>(followUp?.action ?? 'Call Back')
  const [day, setDay] = useState<string | null>(dayOf(start))
  const [time, setTime] = useState(timeOf(start))
  const [userId, setUserId] = useState(followUp?.user._id ?? target.userId)
  const [note, setNote] = useState(followUp?.note ?? target.note ?? '')
  const { data } = useQuery({ ...peopleQuery(businessId, campaignId), enabled: isForOthers })
  const isNoteMissing = action === 'None' && note.trim() === ''
  const isReady = day !== null && /^\d\d:\d\d$/.test(time) && !isNoteMissing

  const save = () => {
    if (!isReady) return
    const dueAt = momentOf(day, minutesOf(time)).toISOString()
    const chosen = followUpActions.find((one) => one === action) ?? 'Call Back'
    set(leadId, { action: chosen, dueAt, note, userId }, followUp?.user._id === userId ? followUp : undefined)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={t('title')} closeButtonProps={{ 'aria-label': common('close') }}>
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <SegmentedControl
          fullWidth
          withItemsBorders={false}
          className={classes.actions}
          aria-label={t('action')}
          value={action}
          onChange={setAction}
          data={followUpActions.map((value) => ({ value, label: t(`actions.${value}`) }))}
        />
        <div className={classes.moments}>
          {moments.map(({ kind, at }) => (
            <UnstyledButton
              key={kind}
              className={classes.moment}
              aria-pressed={day === dayOf(at) && time === timeOf(at)}
              onClick={() => {
                setDay(dayOf(at))
                setTime(timeOf(at))
              }}
            >
              {t(`moments.${kind}`)}
            </UnstyledButton>
          ))}
        </div>
        <div className={classes.times}>
          <DayInput label={t('day')} value={day} onChange={setDay} />
          <TextInput
            type="time"
            label={t('time')}
            value={time}
            dir="ltr"
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
        </div>
        {isForOthers && !followUp && (
          <Select
            label={t('who')}
            data={(data?.people ?? []).map(({ _id, name }) => ({ value: _id, label: name }))}
            value={userId}
            allowDeselect={false}
            searchable
            onChange={(id) => setUserId(id ?? userId)}
          />
        )}
        <Textarea
          label={t('note')}
          value={note}
          dir="auto"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={FOLLOW_UP_NOTE_MAX}
          required={action === 'None'}
          {...(action === 'None' && { description: t('noteOfTask') })}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" disabled={!isReady}>
            {common('save')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
