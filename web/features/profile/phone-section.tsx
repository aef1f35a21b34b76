import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { useResendWait } from '../../lib/resend-wait.ts'
import { useSession } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { FormActions } from './form-actions.tsx'
import { useBringCode, useSendCode } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

type Values = {
  step: 'present' | 'typing' | 'code'
  phone: string
  /** Where the code was sent, and whether by mail. */
  sentTo: string
  isMail: boolean
}
const present: Values = { step: 'present', phone: '', sentTo: '', isMail: false }

/** A new number takes effect when the code sent to it is entered; until then the current one stays. */
export function PhoneSection() {
  const { t } = useTranslation('profile')
  const { user } = useSession()
  const send = useSendCode()
  const { form, discard } = useEditForm({
    id: 'profile-phone',
    changesIn: changedFields,
    initialValues: present,
    validate: ({ phone }) =>
      phone.trim() ? phoneRule('phone', phone) : { phone: i18n.t('required_field', { ns: 'errors' }) },
  })
  const { step, phone, sentTo, isMail } = form.values
  const sendCode = (onSent?: () => void) =>
    send.mutate(phone, {
      onSuccess: (sent) => {
        form.setValues({ step: 'code', sentTo: sent.sentTo, isMail: sent.channel === 'email' })
        onSent?.()
      },
      onError: failInto(form),
    })
  return (
    <ProfileSection title={t('phone.title')} text={t('phone.text')}>
      {step === 'present' && (
        <div className={classes.present}>
          <span className={classes.value}>
            {user.phone ? <Phone number={user.phone} /> : <span className={classes.muted}>{t('phone.none')}</span>}
          </span>
          {user.status !== 'Pending' && (
            <Button variant="default" onClick={() => form.setFieldValue('step', 'typing')}>
              {user.phone ? t('phone.change') : t('phone.add')}
            </Button>
          )}
        </div>
      )}
      {step === 'typing' && (
        <form onSubmit={form.onSubmit(() => sendCode(), onGaps(form))} noValidate className={classes.fields}>
          <TextInput
            {...form.getInputProps('phone')}
            type="tel"
            dir="ltr"
            label={t('phone.new')}
            description={t('phone.why')}
            autoComplete="tel"
            autoFocus
          />
          <FormActions action={t('phone.send')} isBusy={send.isPending} onCancel={discard} />
        </form>
      )}
      {step === 'code' && (
        <Code where={{ sentTo, isMail }} isSending={send.isPending} onResend={sendCode} onDone={discard} />
      )}
    </ProfileSection>
  )
}

type CodeProps = {
  where: { sentTo: string; isMail: boolean }
  isSending: boolean
  onResend: (onSent: () => void) => void
  onDone: () => void
}

function Code({ where: { sentTo, isMail }, isSending, onResend, onDone }: CodeProps) {
  const { t } = useTranslation(['profile', 'common'])
  const bring = useBringCode()
  const wait = useResendWait()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const check = (full: string) =>
    bring.mutate(full, {
      onSuccess: () => {
        onDone()
        toast.success(t('phone.done'))
      },
      onError: (error) => {
        setCode('')
        setProblem(error.message)
      },
    })
  return (
    <div className={classes.fields}>
      <p className={classes.said}>
        {isMail ? (
          <Trans t={t} i18nKey="phone.sentMail" values={{ email: sentTo }} components={{ to: <bdi dir="ltr" /> }} />
        ) : (
          <Trans t={t} i18nKey="phone.sent" components={{ to: <Phone number={sentTo} /> }} />
        )}
      </p>
      <CodeInput
        length={CODE_LENGTH}
        label={t('phone.code')}
        value={code}
        error={problem !== undefined}
        disabled={bring.isPending}
        onChange={(typed) => {
          setCode(typed)
          if (typed !== '') setProblem(undefined)
        }}
        onComplete={check}
      />
      <p className={classes.error} aria-live="polite">
        {problem}
      </p>
      <div className={classes.actions}>
        {wait.seconds > 0 ? (
          <span className={classes.wait}>{t('phone.resendIn', { count: wait.seconds })}</span>
        ) : (
          <Button variant="default" loading={isSending} onClick={() => onResend(wait.restart)}>
            {t('phone.resend')}
          </Button>
        )}
        <Button variant="subtle" onClick={onDone}>
          {t('cancel', { ns: 'common' })}
        </Button>
      </div>
    </div>
  )
}
