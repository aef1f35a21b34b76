import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { JoinRequest } from '../../features/waiting-list/join-request.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'

/** Target of a business's public link. */
export function JoinPage() {
  const { t } = useTranslation('join')
  const { key } = useIds(paths.join)
  return (
    <AuthFrame title={t('tab')} bare>
      <JoinRequest linkKey={key} />
    </AuthFrame>
  )
}
