import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteReply } from '#contract/route.ts'
import type { webhookRoutes } from '#contract/webhooks/webhooks.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useCreateWebhook } from '../webhooks.api.ts'
import { Secret } from './secret.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** Asks where to send which events, then shows the secret once. */
export function CreateWebhook({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const navigate = useNavigate()
  const create = useCreateWebhook(businessId)
  const [made, setMade] = useState<RouteReply<typeof webhookRoutes.create>>()
  return (
    <Modal
      opened
      onClose={onClose}
      // The secret would be lost if the dialog were closed by accident.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      size="lg"
      title={made ? t('secret.title') : t('form.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {made ? (
        <Secret
          secret={made.secret}
          onDone={() => void navigate({ to: paths.webhook(businessId, made.webhook._id) })}
        />
      ) : (
        <WebhookForm
          isBusy={create.isPending}
          onCancel={onClose}
          onSend={(input, onError) => create.mutate(input, { onSuccess: setMade, onError })}
        />
      )}
    </Modal>
  )
}
