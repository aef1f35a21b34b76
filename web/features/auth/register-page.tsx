import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN, Registration } from '#contract/auth.ts'
import { ApiError } from '../../lib/call.ts'
import { useDraft } from '../../lib/drafts.ts'
import { rulesOf, showIssues } from '../../lib/form-errors.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { onGaps } from '../../ui/form-gaps.ts'
import { NewPasswordInput } from '../../ui/new-password-input.tsx'
import { phoneRule } from '../../ui/phone-rule.ts'
import { toast } from '../../ui/toast.tsx'
import { useRegister } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useNext } from './next.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

const empty = { name: '', email: '', phone: '', password: '', passwordConfirmation: '', terms: false }
const rules = rulesOf<typeof empty>(Registration)

export function RegisterPage() {
  const { t } = useTranslation(['auth', 'common'])
  const next = useNext()
  const form = useForm({
    initialValues: { ...empty, ...next.invited },
    validate: (values) => ({ ...phoneRule('phone', values.phone), ...rules(values) }),
  })
  const { invited } = next
  const fixed = (['email', 'phone'] as const).filter((name) => invited[name])
  const lock = <IconLock size={18} stroke={1.75} role="img" aria-label={t('register.invited')} />
  const locked = (name: 'email' | 'phone') =>
    invited[name] !== undefined && { readOnly: true, rightSection: lock, description: t('register.invited') }
  const draft = useDraft('register', form, ['password', 'passwordConfirmation', ...fixed])
  const register = useRegister((user) => {
    draft.drop()
    toast.success(t('register.done'))
    next.go(user)
  })

  const send = form.onSubmit(
    ({ terms: _, ...values }) =>
      register.mutate(
        { ...values, terms: true, userLanguage: currentLanguage() },
        {
          onError: (error) => {
            if (showIssues(form, error)) return
            toast.error(error instanceof ApiError ? error.message : t('register.failed'))
            if (error instanceof ApiError && error.code === 'email_taken') form.setFieldError('email', error.message)
          },
        },
      ),
    onGaps(form),
  )
  const toggle = { 'aria-label': t('password.show', { ns: 'common' }) }

  return (
    <AuthFrame title={t('register.title')} text={t('register.text')}>
      <form onSubmit={send} noValidate className={classes.fields}>
        <TextInput
          {...form.getInputProps('name')}
          size="lg"
          dir="auto"
          label={t('name')}
          autoComplete="name"
          autoFocus
        />
        <TextInput
          {...form.getInputProps('email')}
          size="lg"
          type="email"
          dir="ltr"
          label={t('email')}
          autoComplete="email"
          {...locked('email')}
        />
        <TextInput
          {...form.getInputProps('phone')}
          size="lg"
          type="tel"
          dir="ltr"
          label={t('phone')}
          description={t('phoneWhy')}
          autoComplete="tel"
          {...locked('phone')}
        />
        <NewPasswordInput
          {...form.getInputProps('password')}
          value={form.values.password}
          size="lg"
          label={t('passwordLabel')}
          description={t('passwordRule', { limit: PASSWORD_MIN })}
        />
        <PasswordInput
          {...form.getInputProps('passwordConfirmation')}
          size="lg"
          label={t('passwordAgain')}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
        />
        <TermsCheckbox {...form.getInputProps('terms', { type: 'checkbox' })} />
        <Button type="submit" size="lg" fullWidth loading={register.isPending}>
          {t('register.submit')}
        </Button>
        <p className={classes.other}>
          {t('register.haveAccount')}{' '}
          <Link className={classes.link} to={next.keeping(paths.login)}>
            {t('register.login')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}
