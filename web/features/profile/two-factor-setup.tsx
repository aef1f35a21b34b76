import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { useNarrow } from '../../lib/use-narrow.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { QrPicture } from '../../ui/display/qr-picture.tsx'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { FormActions } from './form-actions.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'
import classes from './profile.module.css'
import { useConfirmTwoFactor, useStartTwoFactor } from './two-factor.api.ts'
import styles from './two-factor.module.css'

type Props = { onDone: (recoveryCodes: string[]) => void; onCancel: () => void }

/** Three steps: the password, the secret for the app, its first code. */
export function TwoFactorSetup({ onDone, onCancel }: Props) {
  const { t } = useTranslation('two-factor')
  const start = useStartTwoFactor()
  const form = useForm({ initialValues: { password: '' }, validate: requiredFields('password') })
  if (start.data) return <FirstCode of={start.data} onDone={onDone} onCancel={onCancel} />
  const send = form.onSubmit(
    ({ password }) =>
      start.mutate(password, {
        onError: failInto(form),
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <OwnPasswordInput {...form.getInputProps('password')} label={t('password')} autoFocus />
      <FormActions action={t('continue')} isBusy={start.isPending} onCancel={onCancel} />
    </form>
  )
}

type FirstCodeProps = Props & { of: { secret: string; uri: string } }

function FirstCode({ of: { secret, uri }, onDone, onCancel }: FirstCodeProps) {
  const { t } = useTranslation(['two-factor', 'common'])
  const confirm = useConfirmTwoFactor()
  // On a phone the QR code is omitted, because a phone cannot scan its own screen.
  const isNarrow = useNarrow()
  const [code, setCode] = useState('')
  const error = confirm.error?.message
  const bring = (full: string) =>
    confirm.mutate(full, {
      onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
      onError: () => setCode(''),
    })
  return (
    <div className={styles.setup}>
      <p className={classes.said}>{t('scan')}</p>
      <QrPicture text={uri} label={t('qr')} />
      {isNarrow && (
        <Button component="a" href={uri} variant="default">
          {t('openApp')}
        </Button>
      )}
      <div>
        <p className={classes.wait}>{t('byHand')}</p>
        <span className={styles.secret}>
          <bdi dir="ltr">{secret.replace(/(.{4})(?=.)/g, '$1 ')}</bdi>
          <CopyButton value={secret} what={t('secret')} />
        </span>
      </div>
      <div className={styles.asked}>
        <p className={classes.said}>{t('firstCode')}</p>
        <CodeInput
          length={CODE_LENGTH}
          label={t('code')}
          value={code}
          error={error !== undefined && code === ''}
          disabled={confirm.isPending}
          onChange={setCode}
          onComplete={bring}
        />
      </div>
      <p className={classes.error} aria-live="polite">
        {error}
      </p>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onCancel}>
          {t('cancel', { ns: 'common' })}
        </Button>
      </div>
    </div>
  )
}
