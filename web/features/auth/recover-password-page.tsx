import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconMailCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { authRoutes, RESET_LINK_HOURS } from '#contract/auth/auth.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { onGaps } from '../../ui/forms/form-failure.ts'
import { useRecover } from './auth.api.ts'
import classes from './auth-form.module.css'
import { AuthFrame } from './auth-frame.tsx'
import { SetPassword } from './set-password.tsx'

/** Asks for the address or, opened by the mailed link (`?token=`), for the new password. */
export function RecoverPasswordPage() {
  const { token } = useSearchText()
  return token ? <SetPassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const { t } = useTranslation('auth')
  const recover = useRecover()
  const form = useForm({ initialValues: { email: '' }, validate: rulesOf(authRoutes.recover.body) })
  const back = (
    <Link className={classes.link} to={paths.login}>
      {t('recover.back')}
    </Link>
  )

  if (recover.data)
    return (
      <AuthFrame title={t('recover.title')} bare>
        <EmptyState
          asPage
          icon={<IconMailCheck />}
          title={t('recover.sentTitle')}
          text={
            <>
              {recover.data.message} {t('recover.linkLasts', { count: RESET_LINK_HOURS })}
            </>
          }
          action={
            <>
              <Button variant="default" onClick={() => recover.reset()}>
                {t('recover.again')}
              </Button>
              <Button component={Link} to={paths.login} variant="subtle">
                {t('recover.back')}
              </Button>
            </>
          }
        />
      </AuthFrame>
    )
  return (
    <AuthFrame title={t('recover.title')} text={t('recover.text')}>
      <form
        onSubmit={form.onSubmit((body) => recover.mutate(body), onGaps(form))}
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
        <Button type="submit" size="lg" fullWidth loading={recover.isPending}>
          {t('recover.submit')}
        </Button>
        <p className={classes.other}>{back}</p>
      </form>
    </AuthFrame>
  )
}
