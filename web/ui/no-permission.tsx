import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** The screen exists, but not for this person; says who can change that. */
export function NoPermission({ asPage }: { asPage?: boolean }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={<IconLock />}
      title={t('noPermission')}
      text={t('noPermissionText')}
      {...(asPage && { asPage })}
    />
  )
}
