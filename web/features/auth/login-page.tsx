import { Button, Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../lib/drafts.ts'
import { requiredFields, showIssues } from '../../lib/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { onGaps } from '../../ui/form-gaps.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useLogin } from './login.api.ts'
import { useNext } from './next.ts'

export function LoginPage() {
  const { t } = useTranslation(['auth', 'common'])
  const next = useNext()
  const form = useForm({
    initialValues: { email: '', password: '', remember: true },
    validate: requiredFields('email', 'password'),
  })
  const draft = useDraft('login', form, ['password'])
  const login = useLogin((user) => {
    draft.drop()
    next.go(user)
  })

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
          autoComplete="username"
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
