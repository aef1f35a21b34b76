import { Button, Modal, NumberInput, PasswordInput, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import {
  type Connection,
  MAIL_HOST_MAX,
  type MailSecurity,
  mailPorts,
  mailSecurities,
  SentMailServer,
} from '#contract/leads/messages/channels.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useConnectMail } from './channels.api.ts'
import classes from './channels-page.module.css'

type Props = { settings: Connection['settings'] | undefined; onClose: () => void }
type Values = Required<SentMailServer>

const sentOf = ({ password, user, security, ...values }: Values): SentMailServer => ({
  ...values,
  security,
  // Nothing is signed in with over a connection that others can read.
  user: security === 'none' ? '' : user,
  ...(password && { password }),
})
const rules = rulesOf<SentMailServer>(SentMailServer)

/** Asks for the mail server; the server tries it before it stores anything. */
export function MailServerDialog({ settings, onClose }: Props) {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t(settings ? 'mail.change' : 'mail.connect')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields settings={settings} onClose={onClose} />
    </Modal>
  )
}

function Fields({ settings, onClose }: Props) {
  const { t } = useTranslation('channels')
  const { businessId } = useBusiness()
  const connect = useConnectMail(businessId)
  const { hasPassword = false, ...known } = settings ?? {}
  const form = useForm<Values>({
    initialValues: { ...EMPTY, ...known, password: '' },
    validate: (values) => rules(sentOf(values)),
  })
  const { security, port } = form.values
  const send = form.onSubmit((values) =>
    connect.mutate(sentOf(values), {
      onSuccess: () => {
        toast.success(t('mail.connected'))
        onClose()
      },
      onError: failInto(form),
    }),
  )
  const chooseSecurity = (next: string) => {
    if (port === mailPorts[security]) form.setFieldValue('port', mailPorts[next as MailSecurity])
    form.setFieldValue('security', next as MailSecurity)
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <p className={classes.second}>{t('mail.where')}</p>
        <FieldPair>
          <TextInput
            {...form.getInputProps('fromName')}
            label={t('fields.fromName')}
            dir="auto"
            maxLength={50}
            data-autofocus
          />
          <TextInput
            {...form.getInputProps('fromAddress')}
            label={t('fields.fromAddress')}
            dir="ltr"
            type="email"
            required
          />
        </FieldPair>
        <FieldPair>
          <TextInput
            {...form.getInputProps('host')}
            label={t('fields.host')}
            dir="ltr"
            maxLength={MAIL_HOST_MAX}
            placeholder="smtp.example.com"
            required
          />
          <NumberInput
            {...form.getInputProps('port')}
            label={t('fields.port')}
            dir="ltr"
            min={1}
            max={65_535}
            hideControls
            required
          />
        </FieldPair>
        <SegmentedControl
          aria-label={t('fields.security')}
          value={security}
          data={mailSecurities.map((value) => ({ value, label: t(`securities.${value}`) }))}
          onChange={chooseSecurity}
        />
        {security === 'none' ? (
          <p className={classes.second}>{t('mail.noEncryption')}</p>
        ) : (
          <FieldPair>
            <TextInput {...form.getInputProps('user')} label={t('fields.user')} dir="ltr" autoComplete="off" />
            <Password {...form.getInputProps('password')} isKept={hasPassword} />
          </FieldPair>
        )}
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={connect.isPending}>
            {t('mail.submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}

const EMPTY: Values = {
  host: '',
  port: mailPorts.starttls,
  security: 'starttls',
  user: '',
  password: '',
  fromName: '',
  fromAddress: '',
}

function Password({ isKept, ...field }: { isKept: boolean }) {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  return (
    <PasswordInput
      {...field}
      label={t('fields.password')}
      placeholder={isKept ? t('mail.passwordKept') : ''}
      dir="ltr"
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': common('password.show') }}
    />
  )
}
