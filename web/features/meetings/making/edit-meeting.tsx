import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting } from '#contract/leads/meetings/meeting-shapes.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useChangeMeeting } from '../meetings.api.ts'
import { type Content, ContentFields, isComplete, sentContent } from './content-fields.tsx'

type Props = { meeting: Meeting; onClose: () => void }

/** Changes what the meeting is, but not when: for that its guest is asked again. */
export function EditMeeting({ meeting, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'common'])
  const { businessId } = useBusiness()
  const { kind, title, place, link, message, participants, version } = meeting
  const [content, setContent] = useState<Content>({
    ...{ kind, title, place, message, link: link ?? '' },
    participantIds: participants.map(({ _id }) => _id),
  })
  const { mutate, isPending } = useChangeMeeting(businessId)
  const isReady = isComplete(content)
  const save = () => {
    if (!isReady || isPending) return
    mutate(
      { id: meeting._id, body: { version, ...sentContent(content) } },
      {
        onSuccess: () => {
          toast.success(t('toasts.changed'))
          onClose()
        },
      },
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <ContentFields leadId={meeting.leadId} value={content} onChange={setContent} participants={participants} />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" disabled={!isReady} loading={isPending}>
            {t('save', { ns: 'common' })}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
