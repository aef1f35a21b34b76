import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { OpenedRecipient } from '../../features/recipients/opened-recipient.tsx'

/** Where the links of messages to listed recipients lead. */
export function RecipientPage() {
  const { t } = useTranslation('recipient')
  const { token = '' } = useParams({ strict: false })
  return (
    <AuthFrame title={t('tab')} bare>
      <OpenedRecipient token={token} />
    </AuthFrame>
  )
}
