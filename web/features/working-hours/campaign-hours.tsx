import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { OpenNow } from './open-now.tsx'
import { hoursKey, hoursQuery } from './working-hours.api.ts'
import classes from './working-hours.module.css'

/** Whether the campaign is open now, and whose hours it has. */
export function CampaignHours({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation(['working-hours', 'open-ranges'])
  const { businessId } = useBusiness()
  const canEdit = useCan('business.settings')
  const owner = { businessId, campaignId: campaign._id }
  const { data, error, refetch } = useQuery(hoursQuery(owner))
  useLiveInvalidate({ businessId, topics: ['workingHours'] }, [hoursKey(owner)])
  return (
    <CampaignPart
      title={t('campaign.title')}
      action={
        <Button variant="default" component={Link} to={paths.campaignHours(businessId, campaign._id)}>
          {t(canEdit ? 'campaign.change' : 'campaign.see')}
        </Button>
      }
    >
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={1} columns={2} />}
      {data && (
        <>
          <OpenNow hours={data.hours} />
          <p className={classes.note}>{t(data.isOwn ? 'campaign.own' : 'campaign.business')}</p>
        </>
      )}
    </CampaignPart>
  )
}
