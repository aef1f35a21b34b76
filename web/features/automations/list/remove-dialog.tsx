import { Button, Modal, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { AutomationSummary } from '#contract/leads/automations/automations.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useRemoveAutomation } from '../automations.api.ts'
import classes from './list.module.css'

type Props = { automation: AutomationSummary; onClose: () => void; onRemoved?: () => void }

/** Asks before an automation is deleted, whose waiting runs stop. */
export function RemoveDialog({ automation, onClose, onRemoved }: Props) {
  const { t } = useTranslation(['automations', 'common'])
  const { businessId } = useBusiness()
  const remove = useRemoveAutomation(businessId)
  const { _id, name, counts } = automation
  const run = () =>
    remove.mutate(_id, {
      onSuccess: () => {
        toast.success(t('removed', { name: `\u2068${name}\u2069` }))
        onClose()
        onRemoved?.()
      },
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('removeTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Stack>
        <p className={classes.text}>{t('removeText', { name: `\u2068${name}\u2069`, count: counts.waiting })}</p>
        <DialogFoot onCancel={onClose}>
          <Button color="red" loading={remove.isPending} onClick={run}>
            {t('delete', { ns: 'common' })}
          </Button>
        </DialogFoot>
      </Stack>
    </Modal>
  )
}
