import { Switch } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Campaign, CampaignWithCalls } from '#contract/campaigns.ts'
import { formatDate, formatNumber, formatShare } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
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

type WithCalls = { campaign: CampaignWithCalls; inWords?: boolean }

/** The number of calls, linked to their list; nothing without the right to hear them. */
export function CallsCount({ campaign, inWords }: WithCalls) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const { calls, _id, name } = campaign
  if (!calls) return null
  const words = t('callsCount', { count: calls.total, formatted: formatNumber(calls.total) })
  return (
    <Link className={classes.count} to={paths.calls(businessId, _id)} aria-label={`${name}: ${words}`}>
      {inWords ? words : formatNumber(calls.total)}
    </Link>
  )
}

/** The share of answered calls, linked to the answered ones. */
export function AnsweredShare({ campaign, inWords }: WithCalls) {
  const { t } = useTranslation('campaigns')
  const { businessId } = useBusiness()
  const { calls, _id, name } = campaign
  if (!calls || calls.answeredShare === null) return null
  const share = formatShare(calls.answeredShare)
  const words = t('answeredShare', { share })
  return (
    <Link
      className={classes.count}
      {...link(paths.calls(businessId, _id), { status: 'Answered' })}
      aria-label={`${name}: ${words}`}
    >
      {inWords ? words : <bdi dir="ltr">{share}</bdi>}
    </Link>
  )
}

/** The campaign's first number, and how many more it has. */
export function Numbers({ numbers }: Pick<Campaign, 'numbers'>) {
  const { t } = useTranslation('campaigns')
  const [first, ...others] = numbers
  if (!first) return null
  return (
    <span className={classes.numbers}>
      <Phone number={first.phone} />
      {others.length > 0 && (
        <bdi dir="ltr" title={t('moreNumbers', { count: others.length })}>
          +{formatNumber(others.length)}
        </bdi>
      )}
    </span>
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
