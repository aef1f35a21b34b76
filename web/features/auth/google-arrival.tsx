import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { Trans, useTranslation } from 'react-i18next'
import { type Arrival, NewByGoogle } from '#contract/auth/google-sign-in.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import { requiredFields, rulesOf } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useLinkGoogle, useRegisterByGoogle } from './google.api.ts'
import type { Owed } from './login.api.ts'
import { TermsCheckbox } from './terms-checkbox.tsx'

type LinkProps = { arrival: Arrival; onEntered: (user: CurrentUser) => void; onOwed: (owed: Owed) => void }

/** The e-mail already has an account: its password proves ownership before Google is linked. */
export function LinkGoogle({ arrival: { token, email }, onEntered, onOwed }: LinkProps) {
  const { t } = useTranslation(['google-sign-in', 'common'])
  const link = useLinkGoogle({ onEntered, onOwed })
  const form = useForm({ initialValues: { password: '' }, validate: requiredFields('password') })
  const send = form.onSubmit(
    ({ password }) =>
      link.mutate({ token, password }, { onError: (error) => form.setFieldError('password', error.message) }),
    onGaps(form),
  )
  const text = <Trans t={t} i18nKey="link.text" values={{ email }} components={{ to: <bdi dir="ltr" /> }} />
  return (
    <AuthFrame title={t('link.title')} text={text}>
      <form onSubmit={send} noValidate className={classes.fields}>
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordInput
          {...form.getInputProps('password')}
          size="lg"
          label={t('link.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show', { ns: 'common' }) }}
          autoFocus
        />
        <Button type="submit" size="lg" fullWidth loading={link.isPending}>
          {t('link.submit')}
        </Button>
        <p className={classes.other}>
          <Link className={classes.link} to={paths.recoverPassword}>
            {t('link.forgot')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}

const empty = { name: '', phone: '', terms: false }
const rules = rulesOf<typeof empty>(NewByGoogle.omit({ token: true }))

type RegisterProps = { arrival: Arrival; onEntered: (user: CurrentUser) => void }

/** Registers a new account: asks for what Google does not provide. */
export function RegisterByGoogle({ arrival: { token, email, name }, onEntered }: RegisterProps) {
  const { t } = useTranslation(['auth', 'google-sign-in'])
  const register = useRegisterByGoogle((user) => {
    toast.success(t('register.done'))
    onEntered(user)
  })
  const form = useForm({
    initialValues: { ...empty, name },
    validate: (values) => ({ ...phoneRule('phone', values.phone), ...rules(values) }),
  })
  const send = form.onSubmit(
    ({ terms: _, ...values }) =>
      register.mutate(
        { ...values, token, terms: true, userLanguage: currentLanguage() },
        {
          onError: failInto(form),
        },
      ),
    onGaps(form),
  )
  const text = (
    <Trans
      t={t}
      ns="google-sign-in"
      i18nKey="register.text"
      values={{ email }}
      components={{ to: <bdi dir="ltr" /> }}
    />
  )
  return (
    <AuthFrame title={t('register.title', { ns: 'google-sign-in' })} text={text}>
      <form onSubmit={send} noValidate className={classes.fields}>
        <TextInput {...form.getInputProps('name')} size="lg" dir="auto" label={t('name')} autoComplete="name" />
        <TextInput
          {...form.getInputProps('phone')}
          size="lg"
          type="tel"
          dir="ltr"
          label={t('phone')}
          description={t('phoneWhy')}
          autoComplete="tel"
          autoFocus
        />
        <TermsCheckbox {...form.getInputProps('terms', { type: 'checkbox' })} />
        <Button type="submit" size="lg" fullWidth loading={register.isPending}>
          {t('register.submit', { ns: 'google-sign-in' })}
        </Button>
      </form>
    </AuthFrame>
  )
}
