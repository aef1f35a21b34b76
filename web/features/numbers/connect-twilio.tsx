import { Button, Group, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { TwilioAccount } from '#contract/calls/numbers.ts'
import { filled, rulesOf, showIssues } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { useConnect } from './numbers.api.ts'

type Props = { opened: boolean; accountSid: string; onClose: () => void }
type Values = { accountSid: string; authToken: string; apiKeySid: string; apiKeySecret: string }

const rules = rulesOf<object>(TwilioAccount)
/** The key for phones in the browser is optional. */
const accountOf = ({ accountSid, authToken, ...key }: Values): TwilioAccount => ({
  accountSid: accountSid.trim(),
  authToken,
  ...filled(key),
})

/** Asks for the account's credentials; the server checks them before storing them. */
export function ConnectTwilio({ opened, accountSid, onClose }: Props) {
  const { t } = useTranslation(['numbers', 'common'])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('connection.connect')}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <AccountForm accountSid={accountSid} onClose={onClose} />
    </Modal>
  )
}

function AccountForm({ accountSid, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation(['numbers', 'common'])
  const { businessId } = useBusiness()
  const connect = useConnect(businessId)
  const form = useForm<Values>({
    initialValues: { accountSid, authToken: '', apiKeySid: '', apiKeySecret: '' },
    validate: (values) => rules(accountOf(values)),
  })
  const send = form.onSubmit(
    (values) =>
      connect.mutate(accountOf(values), {
        onSuccess: () => {
          toast.success(t('connection.connected'))
          onClose()
        },
        onError: (error) => {
          if (!showIssues(form, error)) form.setFieldError('authToken', error.message)
        },
      }),
    onGaps(form),
  )
  const secret = {
    autoComplete: 'off',
    visibilityToggleButtonProps: { 'aria-label': t('password.show', { ns: 'common' }) },
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>{t('connection.where')}</Text>
        <TextInput
          {...form.getInputProps('accountSid')}
          dir="ltr"
          label="Account SID"
          placeholder="AC…"
          required
          autoComplete="off"
          data-autofocus
        />
        <PasswordInput {...form.getInputProps('authToken')} {...secret} dir="ltr" label="Auth Token" required />
        <Text c="dimmed" size="sm">
          {t('connection.keyText')}
        </Text>
        <TextInput
          {...form.getInputProps('apiKeySid')}
          dir="ltr"
          label="API Key SID"
          placeholder="SK…"
          autoComplete="off"
        />
        <PasswordInput {...form.getInputProps('apiKeySecret')} {...secret} dir="ltr" label="API Key Secret" />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('cancel', { ns: 'common' })}
          </Button>
          <Button type="submit" loading={connect.isPending}>
            {t('connection.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
