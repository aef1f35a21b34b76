import { useTranslation } from 'react-i18next'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import { CampaignPart, NothingHere } from '../../shared/tabs/campaign-part.tsx'
import type { CampaignDetails } from '../../shared/tabs/campaign-tab.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { FormList } from './form-list.tsx'
import { useForms } from './forms.api.ts'
import { NewFormButton } from './new-form-button.tsx'

/** The campaign's forms; those who may not edit the campaign see them read-only. */
export function CampaignForms({ campaign: { _id } }: { campaign: CampaignDetails }) {
  return useCan('forms.read', _id) && <Forms campaignId={_id} />
}

function Forms({ campaignId }: { campaignId: string }) {
  const canEdit = useCan('campaigns.edit', campaignId)
  const { t } = useTranslation(['forms', 'request-log'])
  const { businessId } = useBusiness()
  const { data, error, refetch } = useForms(businessId, campaignId)
  return (
    <CampaignPart title={t('title')} action={canEdit && <NewFormButton campaignId={campaignId} />}>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonRows rows={2} columns={4} />}
      {data?.forms.length === 0 && <NothingHere>{t('empty.text')}</NothingHere>}
      {data && data.forms.length > 0 && <FormList forms={data.forms} />}
    </CampaignPart>
  )
}
