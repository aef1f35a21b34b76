import { Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'

/** `total`: the number as shown, such as 10,000+. */
type Props = { count: number; total: string; onConfirm: () => void; onClose: () => void }

/** Asks before many leads are deleted at once. */
export function DeleteMany({ count, total, onConfirm, onClose }: Props) {
  const { t } = useTranslation('leads')
  const { t: common } = useTranslation()
  const [isConfirmed, setConfirmed] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deleteMany.title', { count, total })}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <Text>{t('deleteMany.text', { count: TRASH_DAYS })}</Text>
        <Checkbox
          label={t('deleteMany.confirm', { count, total })}
          checked={isConfirmed}
          data-autofocus
          onChange={(event) => setConfirmed(event.currentTarget.checked)}
        />
        <DialogFoot onCancel={onClose}>
          <Button color="red" disabled={!isConfirmed} onClick={onConfirm}>
            {t('delete')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
