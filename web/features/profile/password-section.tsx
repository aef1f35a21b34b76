import { Button, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN } from '#contract/auth/auth.ts'
import { PasswordChange } from '#contract/profile.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { useSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { OwnPasswordInput } from './own-password-input.tsx'
import { useChangePassword } from './profile.api.ts'
import classes from './profile.module.css'
import { ProfileSection } from './profile-section.tsx'

const empty = { current: '', password: '', passwordConfirmation: '' }
const rules = rulesOf<typeof empty>(PasswordChange)

export function PasswordSection() {
  const { t } = useTranslation(['profile', 'common'])
  const { user } = useSession()
  const change = useChangePassword()
  const { form, isDirty, discard } = useEditForm({
    id: 'profile-password',
    changesIn: changedFields,
    initialValues: empty,
    validate: rules,
    secrets: ['current', 'password', 'passwordConfirmation'],
  })
  const send = form.onSubmit(
    (body) =>
      change.mutate(body, {
        onSuccess: ({ message }) => {
          discard()
          toast.success(message)
        },
        onError: failInto(form),
      }),
    onGaps(form),
  )
  const toggle = { 'aria-label': t('password.show', { ns: 'common' }) }
  return (
    <ProfileSection title={t('passwords.title')} text={t('passwords.text')}>
      <form onSubmit={send} noValidate className={classes.fields}>
        {/* Tells password managers which account the password belongs to. */}
        <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
        <OwnPasswordInput {...form.getInputProps('current')} label={t('passwords.current')} />
        <NewPasswordInput
          {...form.getInputProps('password')}
          value={form.values.password}
          label={t('passwords.new')}
          description={t('passwords.rule', { limit: PASSWORD_MIN })}
        />
        <PasswordInput
          {...form.getInputProps('passwordConfirmation')}
          label={t('passwords.again')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
        />
        <div className={classes.actions}>
          <Button type="submit" disabled={!isDirty} loading={change.isPending}>
            {t('passwords.submit')}
          </Button>
        </div>
      </form>
    </ProfileSection>
  )
}
