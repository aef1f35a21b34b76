import { Button, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  BusinessChange,
  type BusinessSettings,
  MAIL_NAME_MAX,
  SMS_SENDER_MAX,
} from '#contract/notifications/notification-settings.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { useChangeBusinessSettings } from './notification-settings.api.ts'
import classes from './template-editor.module.css'

type Values = { mailName: string; smsSender: string }
/** An empty field means the installation's own name. */
const sentOf = ({ mailName, smsSender }: Values) => ({
  mailName: mailName.trim() || null,
  smsSender: smsSender.trim() || null,
})
const rules = rulesOf<ReturnType<typeof sentOf>>(BusinessChange)

/** Sender names of mail and SMS. */
export function SenderForm({ settings }: { settings: BusinessSettings }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const save = useChangeBusinessSettings(businessId, { silent: true })
  const { form, isDirty, settle } = useEditForm<Values, Partial<Values>>({
    id: `notification-senders-${businessId}`,
    initialValues: { mailName: settings.mailName ?? '', smsSender: settings.smsSender ?? '' },
    validate: (values) => rules(sentOf(values)),
    changesIn: changedFields,
  })
  const send = form.onSubmit((values) =>
    save.mutate(sentOf(values), {
      onSuccess: () => {
        settle(values)
        toast.success(t('sender.saved'))
      },
      onError: failInto(form),
    }),
  )
  const { can } = settings
  return (
    <form onSubmit={send} noValidate className={classes.form}>
      <FieldPair>
        <TextInput
          label={t('sender.mailName')}
          description={t(can.mail ? 'sender.mailHint' : 'channels.none.mail')}
          maxLength={MAIL_NAME_MAX}
          dir="auto"
          {...form.getInputProps('mailName')}
        />
        <TextInput
          label={t('sender.smsSender')}
          description={t(can.smsSender ? 'sender.smsHint' : can.sms ? 'sender.notTaken' : 'channels.none.sms')}
          disabled={!can.smsSender}
          maxLength={SMS_SENDER_MAX}
          dir="ltr"
          {...form.getInputProps('smsSender')}
        />
      </FieldPair>
      <div className={classes.actions}>
        <Button type="submit" disabled={!isDirty} loading={save.isPending}>
          {t('sender.save')}
        </Button>
      </div>
    </form>
  )
}
