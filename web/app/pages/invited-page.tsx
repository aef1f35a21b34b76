import { useTranslation } from 'react-i18next'
import { InviteButton, InvitedSection } from '../../features/invitations/invited-section.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Invitations of the business and their states. */
export function InvitedPage() {
  const { t } = useTranslation('invitations')
  return (
    <Page title={t('title')} heading={t('page')} context={t('pageText')} actions={<InviteButton />}>
      <InvitedSection />
    </Page>
  )
}
