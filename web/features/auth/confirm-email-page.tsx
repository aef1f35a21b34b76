import { Button } from '@mantine/core'
import { IconLinkOff, IconLogin2, IconMailCheck, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/http/call.ts'
import { loginPath, paths } from '../../lib/paths.ts'
import { useSearchText } from '../../lib/search.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { useConfirmEmail } from './auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Target of the links that confirm a change of e-mail. Opening it changes nothing: mail scanners open links, too. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('confirm-email')
  const { token = '' } = useSearchText()
  const confirm = useConfirmEmail()
  const { error, data } = confirm
  if (data?.state === 'changed')
    return <Outcome icon={<IconMailCheck />} title={t('changedTitle')} text={t('changedText')} />
  if (data?.state === 'waiting')
    return <Outcome icon={<IconMailForward />} title={t('waitingTitle')} text={t('waitingText')} />
  if (error instanceof ApiError && error.code === 'email_taken')
    return <Outcome icon={<IconMailOff />} title={t('takenTitle')} text={error.message} />
  if (error instanceof ApiError && error.code === 'sign_in_to_confirm')
    return <SignInFirst token={token} text={error.message} />
  if (token === '' || (error instanceof ApiError && (error.status === 404 || error.status === 422)))
    return <Outcome icon={<IconLinkOff />} title={t('deadTitle')} text={t('deadText')} />
  return (
    <AuthFrame title={t('title')} text={t('text')}>
      <Button size="lg" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
        {t('submit')}
      </Button>
    </AuthFrame>
  )
}

/** Asks the person to sign in; the new address is confirmed for the signed-in account. */
function SignInFirst({ token, text }: { token: string; text: string }) {
  const { t } = useTranslation('confirm-email')
  return (
    <AuthFrame title={t('signInTitle')} bare>
      <EmptyState
        asPage
        icon={<IconLogin2 />}
        title={t('signInTitle')}
        text={text}
        action={
          <Button component={Link} to={loginPath(`${paths.confirmEmail}?token=${token}`)}>
            {t('signIn')}
          </Button>
        }
      />
    </AuthFrame>
  )
}

function Outcome({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const { t } = useTranslation('confirm-email')
  const isSignedIn = useMaybeSession() !== undefined
  return (
    <AuthFrame title={title} bare>
      <EmptyState
        asPage
        icon={icon}
        title={title}
        text={text}
        action={
          <Button component={Link} to={isSignedIn ? paths.profile : paths.login} variant="default">
            {isSignedIn ? t('toProfile') : t('signIn')}
          </Button>
        }
      />
    </AuthFrame>
  )
}
