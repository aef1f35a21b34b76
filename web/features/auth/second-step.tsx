import { Button, TextInput } from '@mantine/core'
import { IconClockX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { SECOND_STEP_MINUTES } from '#contract/auth/two-factor.ts'
import { ApiError } from '../../lib/http/call.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useElapsed } from '../../ui/feedback/timing.ts'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import type { Owed } from './login.api.ts'
import { useNext } from './next.ts'
import { useSecondStep } from './second-step.api.ts'

type Props = { owed: Owed; onBack: () => void }

/** After the password: the code of the authenticator app, or a recovery code. */
export function SecondStep({ owed: { token }, onBack }: Props) {
  const { t } = useTranslation('two-factor')
  const next = useNext()
  const bring = useSecondStep(token, next.go)
  const [isRecovery, setRecovery] = useState(false)
  // The server enforces the limit; this only avoids sending a code that is too late.
  const isLate = useElapsed(SECOND_STEP_MINUTES * 60_000)
  const { error } = bring
  const isOver = isLate || (error instanceof ApiError && error.code === 'second_step_expired')
  if (isOver)
    return (
      <AuthFrame title={t('step.overTitle')} bare>
        <EmptyState
          asPage
          icon={<IconClockX />}
          title={t('step.overTitle')}
          text={t('step.overText', { count: SECOND_STEP_MINUTES })}
          action={<Button onClick={onBack}>{t('step.again')}</Button>}
        />
      </AuthFrame>
    )
  const message = error instanceof ApiError ? (error.issues[0]?.message ?? error.message) : error?.message
  const change = () => {
    bring.reset()
    setRecovery(!isRecovery)
  }
  const Ask = isRecovery ? RecoveryCode : AppCode
  return (
    <AuthFrame title={t('step.title')} text={t(isRecovery ? 'step.recoveryText' : 'step.text')}>
      <Ask bring={bring} message={message} />
      <div className={classes.actions}>
        <Button variant="default" onClick={change}>
          {t(isRecovery ? 'step.useApp' : 'step.useRecovery')}
        </Button>
        <Button variant="subtle" onClick={onBack}>
          {t('step.back')}
        </Button>
      </div>
    </AuthFrame>
  )
}

type AskProps = { bring: ReturnType<typeof useSecondStep>; message: string | undefined }

/** Code boxes; a complete code is sent at once and stays if the request did not reach the server. */
function AppCode({ bring, message }: AskProps) {
  const { t } = useTranslation(['two-factor', 'common'])
  const [code, setCode] = useState('')
  const [isSendable, setSendable] = useState(false)
  const send = (full: string) =>
    bring.mutate(full, {
      onError: (error) => {
        const isLost = error instanceof ApiError && error.code === 'network'
        setSendable(isLost)
        if (!isLost) setCode('')
      },
    })
  return (
    <div className={classes.code}>
      <CodeInput
        length={CODE_LENGTH}
        label={t('code')}
        value={code}
        error={message !== undefined && code === ''}
        disabled={bring.isPending}
        onChange={setCode}
        onComplete={send}
      />
      <p className={classes.error} aria-live="polite">
        {message}
      </p>
      {isSendable && !bring.isPending && (
        <div>
          <Button onClick={() => send(code)}>{t('retry', { ns: 'common' })}</Button>
        </div>
      )}
    </div>
  )
}

function RecoveryCode({ bring, message }: AskProps) {
  const { t } = useTranslation('two-factor')
  const [code, setCode] = useState('')
  return (
    <form
      className={`${classes.fields} ${classes.code}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim()) bring.mutate(code)
      }}
    >
      <TextInput
        size="lg"
        dir="ltr"
        label={t('recoveryCode')}
        placeholder="abcde-23456"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        error={message}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="lg" fullWidth disabled={!code.trim()} loading={bring.isPending}>
        {t('step.submit')}
      </Button>
    </form>
  )
}
