import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Meeting, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { channelsTo, nameOf } from '../meeting-look.ts'
import { ChannelChoice } from './channel-choice.tsx'

type Props = { meeting: Meeting; onCancel: (channels: NoticeChannel[]) => void; onClose: () => void }

export function CancelDialog({ meeting, onCancel, onClose }: Props) {
  const { t } = useTranslation(['meetings', 'common'])
  const all = channelsTo(meeting.guest)
  const [channels, setChannels] = useState<NoticeChannel[]>(all.slice(0, 1))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('cancelTitle', { name: nameOf(meeting) })}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <ChannelChoice label={t('informGuest')} channels={all} value={channels} onChange={setChannels} />
        <DialogFoot onCancel={onClose}>
          <Button
            color="red"
            onClick={() => {
              onCancel(channels)
              onClose()
            }}
          >
            {t('cancelMeeting')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
