import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { campaignNamesQuery, useBusiness } from '../../../lib/session/session.ts'
import classes from './today.module.css'

type Props = { value: string | undefined; onChange: (campaignId: string | undefined) => void }

/** Narrows Today to one campaign; absent where there is only one. */
export function CampaignChoice({ value, onChange }: Props) {
  const { t } = useTranslation('follow-ups')
  const { businessId } = useBusiness()
  const { data } = useQuery(campaignNamesQuery(businessId))
  const campaigns = data?.campaigns ?? []
  if (campaigns.length < 2 && !value) return null
  return (
    <Select
      className={classes.campaign ?? ''}
      aria-label={t('today.campaign')}
      placeholder={t('today.allCampaigns')}
      clearable
      data={campaigns.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
