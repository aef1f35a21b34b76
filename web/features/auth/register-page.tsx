import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { IconLock } from '@tabler/icons-react'
import { Link, useRouter } from '@tanstack/react-router'
import { type FormEventHandler, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { PASSWORD_MIN, Registration } from '#contract/auth/auth.ts'
import { ApiError } from '../../lib/http/call.ts'
import { issuesOf, rulesOf, showIssues } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchState } from '../../lib/search.ts'
import { useDraft } from '../../lib/unsaved/drafts.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto, onGaps } from '../../ui/forms/form-failure.ts'
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx'
import { phoneRule } from '../../ui/forms/phone-rule.ts'
import { useRegister, useSendEmailCode } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { useNext } from './next.ts'
import { RegisterCode } from './register-code.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'

const empty = { name: '', email: '', phone: '', password: '', passwordConfirmation: '', terms: false }
const rules = rulesOf<typeof empty>(Registration)

const Address = z.object({ step: z.literal('code').optional() })
type CodeRequest = { email: string; isPushed: boolean }

/** Registration form. When the server finds no error, a code is mailed and the same page asks for it. */
export function RegisterPage() {
  const { t } = useTranslation('auth')
  const router = useRouter()
  const next = useNext()
  const { invited, invitation } = next
  const form = useForm({
    initialValues: { ...empty, ...invited },
    validate: (values) => ({ ...phoneRule('phone', values.phone), ...rules(values) }),
  })
  const fixed = (['email', 'phone'] as const).filter((name) => invited[name])
  const draft = useDraft('register', form, {
    lasting: { files: [] },
    omit: ['password', 'passwordConfirmation', ...fixed],
  })
  const [{ step }, setAddress] = useSearchState(Address)
  const [asked, setAsked] = useState<CodeRequest>()
  const sendCode = useSendEmailCode()
  const register = useRegister((user) => {
    draft.drop()
    toast.hideAll()
    toast.success(t('register.done'))
    next.go(user)
  })

  const bring = (emailCode: string | undefined, onError: (error: Error) => void) => {
    const { terms: _, ...values } = form.getValues()
    const proof = { ...(emailCode && { emailCode }), ...(invitation && { invitation }) }
    register.mutate({ ...values, ...proof, terms: true, userLanguage: currentLanguage() }, { onError })
  }
  const askForCode = () => {
    const { email } = form.getValues()
    sendCode.mutate(email, {
      onSuccess: () => {
        const isPushed = step === undefined
        toast.hideAll()
        setAsked({ email, isPushed })
        void setAddress({ step: 'code' }, { push: isPushed })
      },
      onError: failInto(form),
    })
  }
  const show = (error: Error) => {
    if (showIssues(form, error)) return
    toast.error(error instanceof ApiError ? error.message : t('register.failed'))
    if (error instanceof ApiError && error.code === 'email_taken') form.setFieldError('email', error.message)
  }
  const send = form.onSubmit(
    () => bring(undefined, (error) => (issuesOf(error)?.emailCode ? askForCode() : show(error))),
    onGaps(form),
  )
  const isAsked = step === 'code' && asked?.email === form.values.email
  useEffect(() => {
    // After a reload, or when the user returns from the next page, there is no code to enter.
    if (step && !isAsked) void setAddress({ step: undefined })
  }, [step, isAsked, setAddress])
  const leaveCode = () => (asked?.isPushed ? router.history.back() : void setAddress({ step: undefined }))

  if (isAsked)
    return (
      <RegisterCode
        email={asked.email}
        isFixed={invited.email !== undefined}
        isBusy={register.isPending}
        onCode={bring}
        onRefused={(error) => {
          leaveCode()
          show(error)
        }}
        onLeave={leaveCode}
      />
    )
  const isBusy = register.isPending || sendCode.isPending
  return (
    <RegisterForm
      form={form}
      isBusy={isBusy}
      isBack={asked !== undefined}
      onSubmit={send}
      login={next.keeping(paths.login)}
    />
  )
}

type FormProps = {
  form: Pick<UseFormReturnType<typeof empty>, 'getInputProps' | 'values'>
  isBusy: boolean
  /** The person came back from the code step to change the address. */
  isBack: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
  login: string
}

function RegisterForm({ form, isBusy, isBack, onSubmit, login }: FormProps) {
  const { t } = useTranslation(['auth', 'common'])
  const { invited } = useNext()
  const lock = <IconLock size={18} stroke={1.75} role="img" aria-label={t('register.invited')} />
  const locked = (name: 'email' | 'phone') =>
    invited[name] !== undefined && { readOnly: true, rightSection: lock, description: t('register.invited') }
  const toggle = { 'aria-label': t('password.show', { ns: 'common' }) }

  return (
    <AuthFrame title={t('register.title')} text={t('register.text')}>
      <form onSubmit={onSubmit} noValidate className={classes.fields}>
        <TextInput
          {...form.getInputProps('name')}
          size="lg"
          dir="auto"
          label={t('name')}
          autoComplete="name"
          autoFocus={!isBack}
        />
        <TextInput
          {...form.getInputProps('email')}
          size="lg"
          type="email"
          dir="ltr"
          label={t('email')}
          autoComplete="email"
          autoFocus={isBack}
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
        <Button type="submit" size="lg" fullWidth loading={isBusy}>
          {t('register.submit')}
        </Button>
        <p className={classes.other}>
          {t('register.haveAccount')}{' '}
          <Link className={classes.link} to={login}>
            {t('register.login')}
          </Link>
        </p>
      </form>
    </AuthFrame>
  )
}
