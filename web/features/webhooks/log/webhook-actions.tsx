import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconDots, IconKey, IconPencil, IconPlayerPause, IconRepeat, IconSend, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { lazily } from '../../../lib/lazy.ts'
import { paths } from '../../../lib/paths.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { TypedConfirm } from '../../../ui/forms/typed-confirm.tsx'
import { useAnswerText } from '../webhook-state.tsx'
import { usePauseWebhook, useRemoveWebhook, useRotateSecret, useTestWebhook } from '../webhooks.api.ts'

const EditWebhook = lazily(() => import('../editor/edit-webhook.tsx'), 'EditWebhook')
const NewSecret = lazily(() => import('../editor/secret.tsx'), 'NewSecret')
const ReplayMany = lazily(() => import('./replay-many.tsx'), 'ReplayMany')

/** Tests a webhook, and what else is done with it. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(['webhooks', 'common'])
  const { businessId } = useBusiness()
  const { _id: id, name, pausedAt } = webhook
  const [open, setOpen] = useState<'edit' | 'replay' | 'remove' | null>(null)
  const [secret, setSecret] = useState<string>()
  const test = useTestWebhook(businessId, id)
  const rotate = useRotateSecret(businessId, id)
  const pause = usePauseWebhook(businessId, id)
  const answerText = useAnswerText()
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const
  const close = () => setOpen(null)
  const tryIt = () =>
    test.mutate(undefined, {
      onSuccess: ({ delivery: { state, lastTry } }) => {
        const answer = lastTry ? answerText(lastTry) : ''
        if (state === 'delivered') toast.success(t('test.taken', { answer }))
        else toast.error(t('test.refused', { answer }))
      },
    })
  return (
    <>
      <Menu withinPortal position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('more')}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
            {t('edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRepeat {...icon} />} onClick={() => setOpen('replay')}>
            {t('replay.many')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconKey {...icon} />}
            onClick={() => rotate.mutate(undefined, { onSuccess: (reply) => setSecret(reply.secret) })}
          >
            {t('secret.rotate')}
          </Menu.Item>
          {!pausedAt && (
            <Menu.Item
              leftSection={<IconPlayerPause {...icon} />}
              onClick={() => pause.mutate({ isPaused: true, waiting: 'send' })}
            >
              {t('pause')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => setOpen('remove')}>
            {t('delete', { ns: 'common' })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button variant="default" leftSection={<IconSend {...icon} />} loading={test.isPending} onClick={tryIt}>
        {t('test.act')}
      </Button>
      <Suspense>
        {open === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
        {open === 'replay' && <ReplayMany webhook={webhook} onClose={close} />}
        {secret && <NewSecret secret={secret} onClose={() => setSecret(undefined)} />}
      </Suspense>
      {open === 'remove' && <RemoveWebhook {...{ id, name }} onClose={close} />}
    </>
  )
}

type Removed = { id: string; name: string; onClose: () => void }
function RemoveWebhook({ id, name, onClose }: Removed) {
  const { t } = useTranslation('webhooks')
  const { businessId } = useBusiness()
  const navigate = useNavigate()
  const remove = useRemoveWebhook(businessId, id)
  return (
    <TypedConfirm
      opened
      title={t('remove.title')}
      text={t('remove.text')}
      word={name}
      action={t('remove.submit')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            toast.success(t('remove.done'))
            void navigate({ to: paths.webhooks(businessId) })
          },
        })
      }
    />
  )
}
