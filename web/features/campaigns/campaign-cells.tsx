import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Campaign } from '#contract/campaigns.ts'
import { formatDate, formatNumber } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import classes from './campaign-cells.module.css'
import { useEnableCampaign } from './campaigns.api.ts'

/** The campaign's period; a dash without dates. */
export function Period({ startDate, endDate }: Pick<Campaign, 'startDate' | 'endDate'>) {
  const { t } = useTranslation('campaigns')
  if (startDate && endDate) return t('period.both', { from: formatDate(startDate), to: formatDate(endDate) })
  if (startDate) return t('period.from', { from: formatDate(startDate) })
  if (endDate) return t('period.to', { to: formatDate(endDate) })
  return '—'
}

export function Tags({ tags }: Pick<Campaign, 'tags'>) {
  if (tags.length === 0) return null
  return (
    <ul className={classes.tags}>
      {tags.map((tag) => (
        <li key={tag} className={classes.tag}>
          <UserText cut>{tag}</UserText>
        </li>
      ))}
    </ul>
  )
}

/** The number of leads, linked to their list. */
export function LeadsCount({ campaign, inWords }: { campaign: Campaign; inWords?: boolean }) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const words = t('leadsCount', { count: campaign.leadsCount, formatted: formatNumber(campaign.leadsCount) })
  return (
    <Link
      className={classes.count}
      to={paths.leads(businessId, campaign._id)}
      aria-label={`${campaign.name}: ${words}`}
    >
      {inWords ? words : formatNumber(campaign.leadsCount)}
    </Link>
  )
}

/** On or off, applied at once. */
export function EnableSwitch({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const enable = useEnableCampaign(businessId)
  return (
    <Switch
      checked={campaign.isEnabled}
      aria-label={t('enabledOf', { name: campaign.name })}
      onChange={({ currentTarget }) => enable.mutate({ _id: campaign._id, isEnabled: currentTarget.checked })}
    />
  )
}
