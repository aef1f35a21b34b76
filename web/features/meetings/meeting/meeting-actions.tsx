import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconBell,
  IconCalendarTime,
  IconCheck,
  IconLink,
  IconPencil,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useNow } from '../../../ui/display/use-now.ts'
import { channelsTo } from '../meeting-look.ts'
import { useMeetingActs, useNewLink } from '../meetings.api.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { LinkField } from './link-field.tsx'
import classes from './meeting-drawer.module.css'
import { MoveDialog } from './move-dialog.tsx'
import { OutcomeButtons } from './outcome-buttons.tsx'

const EditMeeting = lazily(() => import('../making/edit-meeting.tsx'), 'EditMeeting')

/** The acts that its state allows. */
export function MeetingActions({ meeting }: { meeting: Meeting }) {
  const { t } = useTranslation('meetings')
  const { businessId } = useBusiness()
  const acts = useMeetingActs(businessId)
  const now = useNow()
  const [dialog, open] = useState<'move' | 'cancel' | 'edit' | null>(null)
  const { startsAt, status, outcome, cancelledBy, guest } = meeting
  const hasBegun = Date.parse(startsAt) <= now
  const channels = channelsTo(guest)
  const close = () => open(null)
  if (cancelledBy === 'staff')
    return (
      <div className={classes.acts}>
        <Button
          leftSection={<IconArrowBackUp size={16} data-mirror aria-hidden />}
          loading={acts.isPending}
          onClick={() => acts.restore(meeting)}
        >
          {t('restore')}
        </Button>
      </div>
    )
  return (
    <>
      {hasBegun && !cancelledBy && (
        <div>
          <p className={classes.question}>{t(outcome ? 'outcomeIs' : 'outcomeAsked')}</p>
          <OutcomeButtons meeting={meeting} acts={acts} />
        </div>
      )}
      <div className={classes.acts}>
        {status !== 'Meeting Confirmed' && !hasBegun && (
          <Button
            leftSection={<IconCheck size={16} aria-hidden />}
            loading={acts.isPending}
            title={t('confirmHint')}
            onClick={() => acts.confirm(meeting)}
          >
            {t('confirm')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconCalendarTime size={16} aria-hidden />} onClick={() => open('move')}>
          {t(outcome === 'no_show' ? 'inviteAgain' : 'move')}
        </Button>
        {!hasBegun && !cancelledBy && channels.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconBell size={16} aria-hidden />}
            disabled={acts.isPending}
            onClick={() => acts.remind(meeting, channels)}
          >
            {t('remind')}
          </Button>
        )}
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => open('edit')}>
          {t('edit')}
        </Button>
        {!outcome && (
          <Button
            variant="default"
            color="red"
            leftSection={cancelledBy ? <IconX size={16} aria-hidden /> : <IconTrash size={16} aria-hidden />}
            onClick={() => open('cancel')}
          >
            {t('cancelMeeting')}
          </Button>
        )}
      </div>
      {!hasBegun && <GuestLink meetingId={meeting._id} />}
      {dialog === 'move' && <MoveDialog meeting={meeting} onClose={close} />}
      {dialog === 'cancel' && (
        <CancelDialog meeting={meeting} onClose={close} onCancel={(by) => acts.cancel(meeting, by)} />
      )}
      <Suspense>{dialog === 'edit' && <EditMeeting meeting={meeting} onClose={close} />}</Suspense>
    </>
  )
}

/** Makes a link of the guest, which is shown until the drawer is closed: only its hash is stored. */
function GuestLink({ meetingId }: { meetingId: string }) {
  const { t } = useTranslation('meetings')
  const { mutate, data, isPending } = useNewLink()
  if (!data)
    return (
      <div>
        <Button
          variant="subtle"
          leftSection={<IconLink size={16} aria-hidden />}
          loading={isPending}
          onClick={() => mutate(meetingId)}
        >
          {t('guestLink')}
        </Button>
      </div>
    )
  return <LinkField url={data.url} />
}
