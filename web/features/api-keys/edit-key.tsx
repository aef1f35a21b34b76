import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiKey, ChangedApiKey } from '#contract/auth/api-keys.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { changedFields } from '../../ui/forms/use-edit-form.ts'
import { useChangeApiKey } from './api-keys.api.ts'
import { KeyLimits, KeyName, KeyRate } from './key-fields.tsx'
import { type LimitValues, limitsOf, limitValuesOf, ofAddresses } from './key-values.ts'
import { ReplaceKey } from './replace-key.tsx'
import { type MadeKey, ShownOnce } from './shown-once.tsx'

const rules = rulesOf(ChangedApiKey)

type Props = { apiKey: ApiKey; opened: boolean; onClose: () => void }

type Values = LimitValues & { name: string; ratePerMinute: number }
const inputOf = ({ name, ratePerMinute, ...limits }: Values) => ({ name, ratePerMinute, ...limitsOf(limits) })

/** Changes a key's name, rate, end and addresses, or replaces it. */
export function EditKey({ apiKey, opened, onClose }: Props) {
  const { t } = useTranslation(['api-keys', 'common'])
  const [made, setMade] = useState<MadeKey>()
  const [isReplacing, setReplacing] = useState(false)
  const close = () => {
    onClose()
    setMade(undefined)
    setReplacing(false)
  }
  const title = isReplacing ? t('replace.title') : t('edit.title')
  return (
    <Modal
      opened={opened}
      onClose={close}
      // The new key would be lost if the dialog were closed by accident.
      closeOnClickOutside={!made}
      closeOnEscape={!made}
      size="lg"
      title={made ? t('made.title') : title}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      {made && <ShownOnce made={made} onDone={close} />}
      {!made && isReplacing && <ReplaceKey apiKey={apiKey} onMade={setMade} onCancel={() => setReplacing(false)} />}
      {!made && !isReplacing && <EditForm apiKey={apiKey} onClose={close} onReplace={() => setReplacing(true)} />}
    </Modal>
  )
}

type FormProps = Omit<Props, 'opened'> & { onReplace: () => void }
function EditForm({ apiKey, onClose, onReplace }: FormProps) {
  const { t } = useTranslation(['api-keys', 'common'])
  const { businessId } = useBusiness()
  const change = useChangeApiKey(businessId, apiKey._id)
  const before = { name: apiKey.name, ratePerMinute: apiKey.ratePerMinute, ...limitValuesOf(apiKey) }
  const form = useForm<Values>({ initialValues: before, validate: (values) => ofAddresses(rules(inputOf(values))) })
  const send = form.onSubmit((values) => {
    const changed = changedFields(inputOf(values), inputOf(before))
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
        <KeyLimits until={form.getInputProps('expiresAt')} addresses={form.getInputProps('allowedAddresses')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" onClick={onReplace}>
            {t('edit.rotate')}
          </Button>
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
