import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CounterAudit } from '#contract/dashboard.ts'
import { formatDateTime, formatNumber } from '../../lib/i18n/format.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { auditsQuery } from './operations.api.ts'
import classes from './operations-page.module.css'

const SHOWN = 7

/** Nightly comparisons of all counters with the rows, and their results. */
export function CounterAudits({ businessId }: { businessId: string }) {
  const { t } = useTranslation('operations')
  const { data, error, refetch } = useQuery(auditsQuery(businessId))
  return (
    <section className={classes.audits}>
      <h2 className={classes.section}>{t('audits.title')}</h2>
      <p className={classes.second}>{t('audits.text')}</p>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.audits.length === 0 && <p className={classes.second}>{t('audits.none')}</p>}
      {data && data.audits.length > 0 && (
        <ul className={classes.rows}>
          {data.audits.slice(0, SHOWN).map((audit) => (
            <Night key={audit.at} audit={audit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Night({ audit: { at, checked, driftCount, repaired } }: { audit: CounterAudit }) {
  const { t } = useTranslation('operations')
  return (
    <li className={classes.night}>
      <time dateTime={at} className="tabular">
        {formatDateTime(at)}
      </time>
      <span className={classes.state} data-hue={driftCount === 0 ? 'green' : 'amber'}>
        {driftCount === 0
          ? t('audits.right')
          : t('audits.drifts', { count: driftCount, total: formatNumber(driftCount) })}
      </span>
      <span className={classes.second}>
        {t('audits.checked', { count: checked, total: formatNumber(checked) })}
        {driftCount > 0 && ` · ${t('audits.repaired', { count: repaired, total: formatNumber(repaired) })}`}
      </span>
    </li>
  )
}
