import { Button } from '@mantine/core'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { ApiError } from '../../lib/http/call.ts'
import { issuesOf } from '../../lib/http/form-errors.ts'
import { useResendWait } from '../../lib/resend-wait.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { useSendEmailCode } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'

type Props = {
  email: string
  /** The address comes from an invitation and cannot be changed. */
  isFixed: boolean
  isBusy: boolean
  onCode: (code: string, onError: (error: Error) => void) => void
  /** Another field of the form was rejected. */
  onRefused: (error: Error) => void
  onLeave: () => void
}

/** Registration's second step: the code mailed to the address. */
export function RegisterCode({ email, isFixed, isBusy, onCode, onRefused, onLeave }: Props) {
  const { t } = useTranslation('auth')
  const wait = useResendWait()
  const sendCode = useSendEmailCode()
  const [sent, setSent] = useState(0)
  const resend = () =>
    sendCode.mutate(email, {
      onSuccess: () => {
        wait.restart()
        setSent((count) => count + 1)
        toast.success(t('register.codeSent'))
      },
      onError: (error) => toast.error(error.message),
    })
  const text = <Trans t={t} i18nKey="register.codeText" values={{ email }} components={{ to: <bdi dir="ltr" /> }} />
  return (
    <AuthFrame title={t('register.codeTitle')} text={text}>
      {/* Requesting a new code clears the boxes and focuses them. */}
      <Code key={sent} isBusy={isBusy} onCode={onCode} onRefused={onRefused} />
      <div className={classes.stack}>
        {wait.seconds > 0 ? (
          <span className={classes.wait}>{t('verify.resendIn', { count: wait.seconds })}</span>
        ) : (
          <Button variant="default" loading={sendCode.isPending} onClick={resend}>
            {t('register.codeResend')}
          </Button>
        )}
        <Button variant="subtle" onClick={onLeave}>
          {t(isFixed ? 'register.back' : 'register.codeChange')}
        </Button>
      </div>
      <p className={classes.other}>{t('register.codeHint')}</p>
    </AuthFrame>
  )
}

/** Code boxes; a complete code is sent at once and stays if the request did not reach the server. */
function Code({ isBusy, onCode, onRefused }: Pick<Props, 'isBusy' | 'onCode' | 'onRefused'>) {
  const { t } = useTranslation(['auth', 'common'])
  const [code, setCode] = useState('')
  const [message, setMessage] = useState<string>()
  const [isSendable, setSendable] = useState(false)
  const send = (full: string) =>
    onCode(full, (error) => {
      const issues = issuesOf(error)
      if (issues && !issues.emailCode) return onRefused(error)
      const isLost = error instanceof ApiError && error.code === 'network'
      setSendable(isLost)
      if (!isLost) setCode('')
      setMessage(issues?.emailCode ?? (error instanceof ApiError ? error.message : t('register.failed')))
    })
  return (
    <div className={classes.code}>
      <CodeInput
        length={CODE_LENGTH}
        label={t('register.codeLabel')}
        value={code}
        error={message !== undefined && code === ''}
        disabled={isBusy}
        onChange={(typed) => {
          setCode(typed)
          if (typed !== '') setMessage(undefined)
        }}
        onComplete={send}
      />
      <p className={classes.error} aria-live="polite">
        {message}
      </p>
      {isSendable && !isBusy && code !== '' && (
        <div>
          <Button onClick={() => send(code)}>{t('retry', { ns: 'common' })}</Button>
        </div>
      )}
    </div>
  )
}
