import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type ApiKey, ChangedApiKey } from '#contract/auth/api-keys.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import { useChangeApiKey } from './api-keys.api.ts'
import { KeyName, KeyRate } from './key-fields.tsx'

const rules = rulesOf(ChangedApiKey)

type Props = { apiKey: ApiKey; opened: boolean; onClose: () => void }

/** Changes a key's name and rate. */
export function EditKey({ apiKey, opened, onClose }: Props) {
  const { t } = useTranslation(['api-keys', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('edit.title')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <EditForm apiKey={apiKey} onClose={onClose} />
    </Modal>
  )
}

function EditForm({ apiKey, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['api-keys', 'common'])
  const { businessId } = useBusiness()
  const change = useChangeApiKey(businessId, apiKey._id)
  const before = { name: apiKey.name, ratePerMinute: apiKey.ratePerMinute }
  const form = useForm({ initialValues: before, validate: rules })
  const send = form.onSubmit((values) => {
    const changed = changedFields(values, before)
    if (Object.keys(changed).length === 0) return onClose()
    change.mutate(changed, {
      onSuccess: () => {
        toast.success(t('edit.done'))
        onClose()
      },
      onError: failInto(form),
    })
  }, onGaps(form))
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <KeyName field={form.getInputProps('name')} />
        <KeyRate field={form.getInputProps('ratePerMinute')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {t('save', { ns: 'common' })}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
