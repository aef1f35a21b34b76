import { useTranslation } from 'react-i18next'
import { InviteButton } from '../../features/invitations/invited-section.tsx'
import { TeamSection } from '../../features/users/team-section.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** Members of the business. */
export function TeamPage() {
  const { t } = useTranslation('invitations')
  return (
    <Page title={t('page')} context={t('pageText')} actions={<InviteButton />}>
      <TeamSection />
    </Page>
  )
}
