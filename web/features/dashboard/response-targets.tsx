import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { CampaignResponse } from '#contract/leads/assignment/assignment.ts'
import type { DayRange } from '#contract/values/date-presets.ts'
import { formatNumber, formatShare } from '../../lib/i18n/format.ts'
import { paths } from '../../lib/paths.ts'
import { link } from '../../lib/search.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import bars from './bar-list.module.css'
import { responsesQuery } from './dashboard.api.ts'
import classes from './response-targets.module.css'

type Props = { businessId: string; campaignId: string | null; period: DayRange | null }

/** By campaign: the median of the first response in working minutes, how many were in time, and the leads that are late now. */
export function ResponseTargets({ businessId, campaignId, period }: Props) {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = useQuery(responsesQuery(businessId, { campaignId, period }))
  const shown = data?.campaigns.filter(({ late, answered, target }) => late > 0 || answered > 0 || target !== null)
  return (
    <section className={bars.list} aria-label={t('targets.title')}>
      <h2 className={bars.title}>{t('targets.title')}</h2>
      <p className={bars.about}>{t('targets.about')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} columns={2} />}
      {shown?.length === 0 && <p className={bars.none}>{t('targets.none')}</p>}
      <ul className={bars.rows}>
        {data && data.campaigns.length > 1 && <AllLate businessId={businessId} late={data.late} />}
        {shown?.map((row) => (
          <Row key={row.campaignId} businessId={businessId} row={row} />
        ))}
      </ul>
    </section>
  )
}

function AllLate({ businessId, late }: { businessId: string; late: number }) {
  const { t } = useTranslation('dashboard')
  return (
    <li className={classes.row}>
      <strong className={classes.name}>{t('targets.allCampaigns')}</strong>
      <Late to={paths.leads(businessId, null)} late={late} name="all" />
    </li>
  )
}

function Row({ businessId, row }: { businessId: string; row: CampaignResponse }) {
  const { t } = useTranslation('dashboard')
  const { campaignId, name, target, median, answered, inTime, late } = row
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <UserText cut>{name}</UserText>
      </span>
      <span className={classes.facts}>
        <span>
          {median === null
            ? t('targets.noAnswers')
            : t('targets.median', { minutes: formatNumber(Math.round(median)) })}
        </span>
        {target === null && <span>{t('targets.noTarget')}</span>}
        {target !== null && <span>{t('targets.target', { minutes: formatNumber(target) })}</span>}
        {target !== null && answered > 0 && (
          <span>{t('targets.inTime', { share: formatShare(inTime / answered) })}</span>
        )}
      </span>
      <Late to={paths.leads(businessId, campaignId)} late={late} name={campaignId} />
    </li>
  )
}

function Late({ to, late, name }: { to: string; late: number; name: string }) {
  const { t } = useTranslation('dashboard')
  return (
    <Link
      {...link(to, { late: 'true', sort: 'responseDue' })}
      className={classes.late}
      data-some={late > 0 || undefined}
      data-figure={`late.${name}`}
    >
      {t('targets.late', { count: late })}
    </Link>
  )
}
