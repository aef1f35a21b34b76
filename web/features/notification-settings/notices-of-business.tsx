import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart, NothingHere } from '../../shared/tabs/campaign-part.tsx'

/** Which notices the campaign's people get is set for the business, and by each for themselves. */
export function NoticesOfBusiness() {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const canManage = useCan('business.settings')
  return (
    <CampaignPart
      title={t('ofCampaign.title')}
      action={
        <Button
          variant="default"
          component={Link}
          to={canManage ? paths.businessNotifications(businessId) : paths.ownNotifications}
        >
          {t(canManage ? 'ofCampaign.business' : 'ofCampaign.own')}
        </Button>
      }
    >
      <NothingHere>{t('ofCampaign.text')}</NothingHere>
    </CampaignPart>
  )
}
