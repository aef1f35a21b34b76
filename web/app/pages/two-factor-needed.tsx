import { Button } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'

/** Shown in place of all pages of a business that requires a second factor, until the session has one. */
export function TwoFactorNeeded() {
  const { t } = useTranslation('two-factor')
  const { business } = useSession()
  return (
    <EmptyState
      asPage
      icon={<IconShieldLock />}
      title={t('needed.title', { business: business?.name ?? '' })}
      text={t('needed.text')}
      action={
        <Button component={Link} to={`${paths.profile}?secure=1`}>
          {t('needed.action')}
        </Button>
      }
    />
  )
}
