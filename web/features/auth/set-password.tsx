import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconLinkOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PASSWORD_MIN, PasswordReset } from '#contract/auth/auth.ts'
import { ApiError } from '../../lib/http/call.ts'
import { rulesOf, showIssues } from '../../lib/http/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { NewPasswordInput } from '../../ui/forms/new-password-input.tsx'
import { resetLinkQuery, useReset } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { opensOtherwise, ReviewWaysIn } from './review-ways-in.tsx'

/** Expired, used or unknown link: the page treats all alike. A malformed token is refused with 422. */
const isDeadLink = (error: unknown) => error instanceof ApiError && (error.status === 404 || error.status === 422)

/** Sets a new password by the mailed link, then reviews other ways into the account. */
export function SetPassword({ token }: { token: string }) {
  const { t } = useTranslation('auth')
  const link = useQuery(resetLinkQuery(token))
  const reset = useReset()
  if (isDeadLink(link.error) || (reset.error instanceof ApiError && reset.error.status === 404)) return <DeadLink />
  if (reset.data && opensOtherwise(reset.data.waysIn)) return <ReviewWaysIn {...reset.data} />
  return (
    <AuthFrame title={t('reset.title')} text={t('reset.text')}>
      {link.isPending && <SkeletonRows rows={3} columns={1} />}
      {link.isError && <ErrorState error={link.error} onRetry={() => void link.refetch()} />}
      {link.isSuccess && <PasswordForm token={token} reset={reset} />}
    </AuthFrame>
  )
}

function DeadLink() {
  const { t } = useTranslation('auth')
  return (
    <AuthFrame title={t('reset.deadTitle')} bare>
      <EmptyState
        asPage
        icon={<IconLinkOff />}
        title={t('reset.deadTitle')}
        text={t('reset.deadText')}
        action={
          <Button component={Link} to={paths.recoverPassword}>
            {t('reset.newLink')}
          </Button>
        }
      />
    </AuthFrame>
  )
}

function PasswordForm({ token, reset }: { token: string; reset: ReturnType<typeof useReset> }) {
  const { t } = useTranslation(['auth', 'common'])
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { token, password: '', passwordConfirmation: '' },
    validate: rulesOf(PasswordReset),
  })
  const send = form.onSubmit(
    (body) =>
      reset.mutate(body, {
        onSuccess: ({ message, waysIn }) => {
          toast.success(message)
          if (!opensOtherwise(waysIn)) void navigate({ to: paths.login, replace: true })
        },
        onError: (error) => {
          if (!showIssues(form, error) && !isDeadLink(error)) toast.error(error.message)
        },
      }),
    onGaps(form),
  )
  return (
    <form onSubmit={send} noValidate className={classes.fields}>
      <NewPasswordInput
        {...form.getInputProps('password')}
        value={form.values.password}
        size="lg"
        label={t('reset.password')}
        description={t('passwordRule', { limit: PASSWORD_MIN })}
        autoFocus
      />
      <PasswordInput
        {...form.getInputProps('passwordConfirmation')}
        size="lg"
        label={t('passwordAgain')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('password.show', { ns: 'common' }) }}
      />
      <Button type="submit" size="lg" fullWidth loading={reset.isPending}>
        {t('reset.submit')}
      </Button>
    </form>
  )
}
