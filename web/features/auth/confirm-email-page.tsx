import { Button } from '@mantine/core'
import { IconLinkOff, IconLogin2, IconMailCheck, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call.ts'
import { loginPath, paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'
import { useMaybeSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConfirmEmail } from './auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'

/** What went wrong, where the page has its own words for it. */
function knownOf(error: Error | null) {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'email_taken' || error.code === 'sign_in_to_confirm') return error.code
  return error.status === 404 || error.status === 422 ? 'dead' : undefined
}

/** Where the links of a change of e-mail lead. Opening it changes nothing: programs that look into mails open links, too. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('confirm-email')
  const { token = '' } = useSearch({ strict: false }) as SearchText
  const confirm = useConfirmEmail()
  const { error, data } = confirm
  const send = () =>
    confirm.mutate(token, {
      onError: (failed) => {
        if (!knownOf(failed)) toast.error(failed.message)
      },
    })
  if (data?.state === 'changed')
    return <Outcome icon={<IconMailCheck />} title={t('changedTitle')} text={t('changedText')} />
  if (data?.state === 'waiting')
    return <Outcome icon={<IconMailForward />} title={t('waitingTitle')} text={t('waitingText')} />
  const known = knownOf(error)
  if (error && known === 'email_taken')
    return <Outcome icon={<IconMailOff />} title={t('takenTitle')} text={error.message} />
  if (error && known === 'sign_in_to_confirm') return <SignInFirst token={token} text={error.message} />
  if (token === '' || known === 'dead')
    return <Outcome icon={<IconLinkOff />} title={t('deadTitle')} text={t('deadText')} />
  return (
    <AuthFrame title={t('title')} text={t('text')}>
      <Button size="lg" fullWidth loading={confirm.isPending} onClick={send}>
        {t('submit')}
      </Button>
    </AuthFrame>
  )
}

/** The new address belongs to whoever is signed in to the account. */
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
