import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { ApiError } from '../../lib/http/call.ts'
import { i18n } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useResendWait } from '../../lib/resend-wait.ts'
import { useSession } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import { useSendPhoneCode, useSignOut, useVerifyPhone } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useNext } from './next.ts'

/** Asks for the code sent on registration; an account without a phone enters one first. */
export function VerifyPhonePage() {
  const { t } = useTranslation('auth')
  const { user } = useSession()
  const [isChanging, setChanging] = useState(false)
  const [sentByMailTo, setSentByMailTo] = useState<string>()
  const [sent, setSent] = useState(0)
  const wait = useResendWait()
  const send = useSendPhoneCode()
  const signOut = useSignOut()

  const resend = (phone?: string, onFailed?: (error: Error) => void) =>
    send.mutate(phone ? { phone } : {}, {
      onSuccess: ({ sentTo, channel }) => {
        setSentByMailTo(channel === 'email' ? sentTo : undefined)
        setChanging(false)
        setSent((count) => count + 1)
        wait.restart()
        toast.success(t('verify.sent'))
      },
      onError: (error) => (onFailed ?? ((failed) => toast.error(failed.message)))(error),
    })

  const leave = () => signOut.mutate(undefined, { onError: () => toast.error(t('verify.signOutFailed')) })

  const where = sentByMailTo ? (
    <Trans t={t} i18nKey="verify.textMail" values={{ email: sentByMailTo }} components={{ to: <bdi dir="ltr" /> }} />
  ) : (
    <Trans t={t} i18nKey="verify.text" components={{ to: <Phone number={user.phone ?? ''} /> }} />
  )

  const signOutButton = (
    <Button variant="subtle" loading={signOut.isPending} onClick={leave}>
      {t('verify.signOut')}
    </Button>
  )

  if (!user.phone)
    return (
      <AuthFrame title={t('verify.noPhoneTitle')} text={t('verify.noPhoneText')}>
        <ChangePhone isBusy={send.isPending} onSend={resend} />
        <div className={classes.stack}>{signOutButton}</div>
      </AuthFrame>
    )
  if (isChanging)
    return (
      <AuthFrame title={t('verify.changeTitle')} text={t('verify.changeText')}>
        <ChangePhone isBusy={send.isPending} onSend={resend} onCancel={() => setChanging(false)} />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('verify.title')} text={where}>
      <Code key={sent} />
      <div className={classes.stack}>
        {wait.seconds > 0 ? (
          <span className={classes.wait}>{t('verify.resendIn', { count: wait.seconds })}</span>
        ) : (
          <Button variant="default" loading={send.isPending} onClick={() => resend()}>
            {t('verify.resend')}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setChanging(true)}>
          {t('verify.change')}
        </Button>
        {signOutButton}
      </div>
    </AuthFrame>
  )
}

/** Code boxes; a complete code is sent at once. */
function Code() {
  const { t } = useTranslation('auth')
  const next = useNext()
  const verify = useVerifyPhone()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const check = (full: string) =>
    verify.mutate(full, {
      // A person without a business goes on to create one; an invited person goes on to the invitation.
      onSuccess: ({ user }) => next.go(user, user.status === 'Verified' ? paths.createBusiness : paths.home),
      onError: (failed) => {
        setCode('')
        setError(failed instanceof ApiError && failed.issues[0] ? failed.issues[0].message : failed.message)
      },
    })
  return (
    <div className={classes.code}>
      <CodeInput
        length={CODE_LENGTH}
        label={t('verify.code')}
        value={code}
        error={error !== undefined}
        disabled={verify.isPending}
        onChange={(typed) => {
          setCode(typed)
          if (typed !== '') setError(undefined)
        }}
        onComplete={check}
      />
      <p className={classes.error} aria-live="polite">
        {error}
      </p>
    </div>
  )
}

type ChangeProps = {
  isBusy: boolean
  onSend: (phone: string, onFailed: (error: Error) => void) => void
  /** Set where the account has a number to keep. */
  onCancel?: () => void
}

function ChangePhone({ isBusy, onSend, onCancel }: ChangeProps) {
  const { t } = useTranslation('auth')
  const form = useForm({
    initialValues: { phone: '' },
    validate: ({ phone }) =>
      phone.trim() ? phoneRule('phone', phone) : { phone: i18n.t('required_field', { ns: 'errors' }) },
  })
  const send = form.onSubmit(({ phone }) => onSend(phone, failInto(form)))
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <TextInput
        {...form.getInputProps('phone')}
        size="lg"
        type="tel"
        dir="ltr"
        label={t('phone')}
        autoComplete="tel"
        autoFocus
      />
      <div className={classes.actions}>
        <Button type="submit" loading={isBusy}>
          {t('verify.sendTo')}
        </Button>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t('verify.keep')}
          </Button>
        )}
      </div>
    </form>
  )
}
