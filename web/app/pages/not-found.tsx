import { Button } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMaybeSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { PublicFrame } from './public-frame.tsx'

/** Shown for unknown paths. */
export function NotFound() {
  const { t } = useTranslation('shell')
  const session = useMaybeSession()
  const content = (
    <>
      <title>{`${t('notFound')} · Leadline`}</title>
      <EmptyState
        asPage
        icon={<IconMapOff />}
        title={t('notFound')}
        text={t('notFoundText')}
        action={
          <Button component={Link} to={session ? paths.dashboard : paths.login}>
            {session ? t('toOverview') : t('toSignIn')}
          </Button>
        }
      />
    </>
  )
  return session ? content : <PublicFrame>{content}</PublicFrame>
}
