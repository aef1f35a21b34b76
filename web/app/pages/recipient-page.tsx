import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { OpenedRecipient } from '../../features/recipients/opened-recipient.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'

/** Target of links in messages to listed recipients. */
export function RecipientPage() {
  const { t } = useTranslation('recipient')
  const { token } = useIds(paths.recipient)
  return (
    <AuthFrame title={t('tab')} bare>
      <OpenedRecipient token={token} />
    </AuthFrame>
  )
}
