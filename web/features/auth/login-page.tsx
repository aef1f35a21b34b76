import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CurrentUser } from '#contract/team/users.ts'
import { requiredFields, showIssues } from '../../lib/http/form-errors.ts'
import { lazily } from '../../lib/lazy.ts'
import { paths } from '../../lib/paths.ts'
import { useDraft } from '../../lib/unsaved/drafts.ts'
import { onGaps } from '../../ui/forms/form-failure.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useLogin, useOwed } from './login.api.ts'
import { useNext } from './next.ts'
import { OtherWays } from './other-ways.tsx'

const SecondStep = lazily(() => import('./second-step.tsx'), 'SecondStep')

export function LoginPage() {
  const { t } = useTranslation(['auth', 'common'])
  const next = useNext()
  const form = useForm({
    initialValues: { email: next.invited.email ?? '', password: '', remember: true },
    validate: requiredFields('email', 'password'),
  })
  const draft = useDraft('login', form, { omit: ['password'] })
  const entered = (user: Pick<CurrentUser, 'status'>) => {
    draft.drop()
    next.go(user)
  }
  const { owed, owe } = useOwed()
  const login = useLogin({
    onEntered: entered,
    onOwed: (step) => {
      form.setFieldValue('password', '')
      owe(step)
    },
  })

  if (owed) return <SecondStep key={owed.token} owed={owed} onBack={() => owe(null)} />
  return (
    <AuthFrame title={t('login.title')} text={t('login.text')}>
      <form
        onSubmit={form.onSubmit(
          (values) => login.mutate(values, { onError: (error) => showIssues(form, error) }),
          onGaps(form),
        )}
        noValidate
        className={classes.fields}
      >
        <TextInput
          {...form.getInputProps('email')}
          size="lg"
          type="email"
          dir="ltr"
          label={t('email')}
          autoComplete="username webauthn"
          autoFocus
        />
        <div className={classes.withLink}>
          <PasswordInput
            {...form.getInputProps('password')}
            size="lg"
            label={t('passwordLabel')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('password.show', { ns: 'common' }) }}
          />
          <Link className={classes.link} to={paths.recoverPassword}>
            {t('login.forgot')}
          </Link>
        </div>
        <Checkbox {...form.getInputProps('remember', { type: 'checkbox' })} label={t('login.remember')} />
        <Button type="submit" size="lg" fullWidth loading={login.isPending}>
          {t('login.submit')}
        </Button>
        <OtherWays remember={form.values.remember} next={next.path} onEntered={entered} />
        <p className={classes.other}>
          {t('login.noAccount')}{' '}
          <Link className={classes.link} to={next.keeping(paths.register)}>
            {t('login.register')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}
