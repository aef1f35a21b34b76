import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { changedFields } from '../../../ui/forms/use-edit-form.ts'
import { useChangeWebhook } from '../webhooks.api.ts'
import { WebhookForm } from './webhook-form.tsx'

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const change = useChangeWebhook(businessId, webhook._id)
  const { name, url, types, campaignIds } = webhook
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('form.editTitle')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <WebhookForm
        webhook={webhook}
        isBusy={change.isPending}
        onCancel={onClose}
        onSend={(input, onError) => {
          const changed = changedFields(input, { name, url, types, campaignIds })
          if (Object.keys(changed).length === 0) return onClose()
          change.mutate(changed, {
            onSuccess: () => {
              toast.success(t('changed'))
              onClose()
            },
            onError,
          })
        }}
      />
    </Modal>
  )
}
