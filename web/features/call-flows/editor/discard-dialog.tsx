import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../lib/http/call.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import classes from './flow-editor.module.css'
import type { FlowSaver } from './flow-saver.ts'

type Props = { saver: FlowSaver; onClose: () => void; version: number }

/** Asks before the changes since the published version are deleted. */
export function DiscardDialog({ saver, onClose, version }: Props) {
  const { t } = useTranslation(['call-flows', 'common'])
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      await saver.discard()
      toast.success(t('discarded', { version }))
      onClose()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'changed_meanwhile') {
        await saver.meet()
        onClose()
      } else toast.error(error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('discardTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <p className={classes.note}>{t('discardText', { version })}</p>
        <DialogFoot onCancel={onClose}>
          <Button color="red" loading={isBusy} onClick={() => void run()}>
            {t('foot.discard')}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
