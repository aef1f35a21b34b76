import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { JoinRequest } from '../../features/waiting-list/join-request.tsx'

/** Where the public link of a business leads. */
export function JoinPage() {
  const { t } = useTranslation('join')
  const { key = '' } = useParams({ strict: false })
  return (
    <AuthFrame title={t('tab')} bare>
      <JoinRequest linkKey={key} />
    </AuthFrame>
  )
}
