import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'

/** Missing permission, with a hint who can grant it. */
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
