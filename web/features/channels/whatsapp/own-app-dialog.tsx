import { Button, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { OwnWhatsApp } from '#contract/leads/messages/whatsapp.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { failInto } from '../../../ui/forms/form-failure.ts'
import { FieldPair } from '../../../ui/forms/form-section.tsx'
import { DialogFoot } from '../../../ui/layout/dialog-foot.tsx'
import { useChangeWhatsApp } from '../channels.api.ts'
import classes from '../channels-page.module.css'

const EMPTY: OwnWhatsApp = { phoneNumberId: '', wabaId: '', token: '', appSecret: '' }
const rules = rulesOf<OwnWhatsApp>(OwnWhatsApp)

/** Asks for a number of the business's own app at Meta; it is tried before anything is stored. */
export function OwnAppDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('whatsApp.ownApp')}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Fields onClose={onClose} />
    </Modal>
  )
}

function Fields({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('channels')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const connect = useChangeWhatsApp(businessId)
  const form = useForm<OwnWhatsApp>({ initialValues: EMPTY, validate: rules })
  const send = form.onSubmit((body) =>
    connect.mutate(
      { act: 'connect', body },
      {
        onSuccess: () => {
          toast.success(t('whatsApp.connected'))
          onClose()
        },
        onError: failInto(form),
      },
    ),
  )
  const secret = { dir: 'ltr', autoComplete: 'off', required: true } as const
  const toggle = { visibilityToggleButtonProps: { 'aria-label': common('password.show') } }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <p className={classes.second}>{t('whatsApp.where')}</p>
        <FieldPair>
          <TextInput
            {...form.getInputProps('phoneNumberId')}
            label={t('whatsApp.fields.phoneNumberId')}
            dir="ltr"
            inputMode="numeric"
            required
            data-autofocus
          />
          <TextInput
            {...form.getInputProps('wabaId')}
            label={t('whatsApp.fields.wabaId')}
            dir="ltr"
            inputMode="numeric"
            required
          />
        </FieldPair>
        <PasswordInput {...form.getInputProps('token')} {...secret} {...toggle} label={t('whatsApp.fields.token')} />
        <PasswordInput
          {...form.getInputProps('appSecret')}
          {...secret}
          {...toggle}
          label={t('whatsApp.fields.appSecret')}
        />
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={connect.isPending}>
            {t('whatsApp.submit')}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
