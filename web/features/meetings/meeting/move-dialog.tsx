import { Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import { dayOf } from '#contract/values/clock.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { momentIn, TimeFields, type TypedTime, timeOf } from '../making/time-fields.tsx'
import { TimeWarnings } from '../making/time-warnings.tsx'
import { channelsTo, minutesBetween, nameOf } from '../meeting-look.ts'
import { meetingQuery, useChangeMeeting } from '../meetings.api.ts'
import { ChannelChoice } from './channel-choice.tsx'

type Props = {
  meeting: Meeting
  /** The time at which it was dropped; absent: its own. */
  startsAt?: string
  onClose: () => void
}

/** Another time, with what speaks against it; the guest is asked again. */
export function MoveDialog({ meeting: seen, startsAt = seen.startsAt, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'common'])
  const { businessId } = useBusiness()
  const { data } = useQuery(meetingQuery(businessId, seen._id))
  const meeting = data?.meeting ?? seen
  const all = channelsTo(meeting.guest)
  const [time, setTime] = useState<TypedTime>({
    day: dayOf(startsAt),
    time: timeOf(startsAt),
    minutes: minutesBetween(seen),
  })
  const [channels, setChannels] = useState<NoticeChannel[]>(all.slice(0, 1))
  const { mutate, isPending } = useChangeMeeting(businessId)
  const moment = momentIn(time)
  const save = () => {
    if (!moment || isPending) return
    const body = { version: meeting.version, startsAt: moment, minutes: time.minutes, channels }
    mutate(
      { id: meeting._id, body },
      {
        onSuccess: () => {
          toast.success(t('toasts.moved'))
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('moveTitle', { name: nameOf(meeting) })}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TimeFields value={time} onChange={setTime} />
        {moment && (
          <TimeWarnings
            asked={{
              leadId: meeting.leadId,
              startsAt: moment,
              minutes: time.minutes,
              participantIds: meeting.participants.map(({ _id }) => _id),
              except: meeting._id,
            }}
          />
        )}
        <ChannelChoice label={t('informGuest')} channels={all} value={channels} onChange={setChannels} />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" disabled={!moment} loading={isPending}>
            {t('moveIt')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
