import { Button } from '@mantine/core'
import { IconLinkOff, IconMailCheck, IconMailForward, IconMailOff } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/call.ts'
import { paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'
import { useMaybeSession } from '../../lib/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useConfirmEmail } from './auth.api.ts'
import { AuthFrame } from './auth-frame.tsx'

/** Where the links of a change of e-mail lead. Opening it changes nothing: programs that look into mails open links, too. */
export function ConfirmEmailPage() {
  const { t } = useTranslation('auth')
  const { token = '' } = useSearch({ strict: false }) as SearchText
  const confirm = useConfirmEmail()
  const { error, data } = confirm
  if (data?.state === 'changed')
    return (
      <Outcome icon={<IconMailCheck />} title={t('confirmEmail.changedTitle')} text={t('confirmEmail.changedText')} />
    )
  if (data?.state === 'waiting')
    return (
      <Outcome icon={<IconMailForward />} title={t('confirmEmail.waitingTitle')} text={t('confirmEmail.waitingText')} />
    )
  if (error instanceof ApiError && error.code === 'email_taken')
    return <Outcome icon={<IconMailOff />} title={t('confirmEmail.takenTitle')} text={error.message} />
  if (token === '' || (error instanceof ApiError && (error.status === 404 || error.status === 422)))
    return <Outcome icon={<IconLinkOff />} title={t('confirmEmail.deadTitle')} text={t('confirmEmail.deadText')} />
  return (
    <AuthFrame title={t('confirmEmail.title')} text={t('confirmEmail.text')}>
      <Button size="lg" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate(token)}>
        {t('confirmEmail.submit')}
      </Button>
    </AuthFrame>
  )
}

function Outcome({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const { t } = useTranslation('auth')
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
            {isSignedIn ? t('confirmEmail.toProfile') : t('login.title')}
          </Button>
        }
      />
    </AuthFrame>
  )
}
