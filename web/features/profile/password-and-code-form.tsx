import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { UseMutationResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { PasswordAndCode } from '#contract/auth/two-factor.ts'
import { ApiError } from '../../lib/http/call.ts'
import { requiredFields } from '../../lib/http/form-errors.ts'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { FormActions } from './form-actions.tsx'
import { OwnPasswordInput } from './own-password-input.tsx'
import classes from './profile.module.css'

type Props<T> = {
  /** Label of the submit button. */
  action: string
  act: UseMutationResult<T, Error, PasswordAndCode>
  onDone: (reply: T) => void
  onCancel: () => void
}

/** Confirms identity with the password and a code of the authenticator app, or a recovery code. */
export function PasswordAndCodeForm<T>({ action, act, onDone, onCancel }: Props<T>) {
  const { t } = useTranslation('two-factor')
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: requiredFields('password', 'code'),
  })
  const fail = (error: Error) => {
    if (error instanceof ApiError && error.code === 'code_wrong') form.setFieldError('code', error.message)
    else failInto(form)(error)
  }
  const send = form.onSubmit((values) => act.mutate(values, { onSuccess: onDone, onError: fail }), onGaps(form))
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <OwnPasswordInput {...form.getInputProps('password')} label={t('password')} autoFocus />
      <TextInput
        {...form.getInputProps('code')}
        dir="ltr"
        label={t('codeOrRecovery')}
        autoComplete="one-time-code"
        spellCheck={false}
      />
      <FormActions action={action} isBusy={act.isPending} onCancel={onCancel} />
    </form>
  )
}
