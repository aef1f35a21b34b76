import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Pagination } from '#contract/common.ts'
import { formatTotal } from '../../../lib/i18n/format.ts'
import { campaignNamesQuery } from '../../../lib/session/session.ts'

type Props = { businessId: string; campaignId: string | null; pagination: Pagination | undefined }

/** Number of leads, and the campaign's name or the number of campaigns. */
export function LeadsTotal({ businessId, campaignId, pagination }: Props) {
  const { t } = useTranslation('leads')
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaign = data?.campaigns.find(({ _id }) => _id === campaignId)
  return (
    <span aria-live="polite" className="tabular">
      {pagination && t('total', { count: pagination.total, total: formatTotal(pagination) })}
      {pagination && data && ' · '}
      {campaign ? <bdi>{campaign.name}</bdi> : data && !campaignId && t('campaigns', { count: data.campaigns.length })}
    </span>
  )
}
