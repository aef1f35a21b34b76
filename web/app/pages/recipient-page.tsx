import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { OpenedConsent } from '../../features/conversations/opened-consent.tsx'
import { OpenedRecipient } from '../../features/recipients/opened-recipient.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'

/** Tokens of messages to leads begin so (contract/leads/conversations/consents.ts); those of listed recipients have 43 characters. */
const isOfLead = (token: string) => token.length === 65 && token.startsWith('l')

/** Target of links in messages to listed recipients, and in advertising to leads. */
export function RecipientPage() {
  const { t } = useTranslation('recipient')
  const { token } = useIds(paths.recipient)
  return (
    <AuthFrame title={t(isOfLead(token) ? 'tabLead' : 'tab')} bare>
      {isOfLead(token) ? <OpenedConsent token={token} /> : <OpenedRecipient token={token} />}
    </AuthFrame>
  )
}
