import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EXACT_TOTAL_MAX } from '#contract/common.ts'
import { formatClock, formatNumber } from '../../../lib/i18n/format.ts'
import { callSummaryQuery } from '../calls.api.ts'
import { type CallsSearch, summaryQueryOf } from '../filters/calls-search.ts'
import classes from './calls-summary.module.css'

type Props = { businessId: string; campaignId: string | null; search: CallsSearch }

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** Figures of all calls in the list, regardless of page. */
export function CallsSummary({ businessId, campaignId, search }: Props) {
  const { t } = useTranslation('calls')
  const { data } = useQuery({
    ...callSummaryQuery(businessId, summaryQueryOf(search, campaignId)),
    placeholderData: (before) => before,
  })
  const summary = data?.summary
  const { answeredShare = null, averageWait = null } = summary ?? {}
  const figures: [string, ReactNode][] = [
    ['calls', summary && `${formatNumber(summary.calls)}${summary.isExact ? '' : '+'}`],
    ['answered', answeredShare === null ? '—' : percent.format(answeredShare)],
    ['missed', summary && formatNumber(summary.missed)],
    ['averageWait', averageWait === null ? '—' : formatClock(Math.round(averageWait))],
    ['uniqueCallers', summary && formatNumber(summary.uniqueCallers)],
  ]
  return (
    <div className={classes.strip}>
      <dl className={classes.figures}>
        {figures.map(([name, figure]) => (
          <div key={name} className={classes.figure}>
            <dt title={t(`summary.about.${name}`)}>{t(`summary.${name}`)}</dt>
            <dd data-summary={name}>
              <bdi dir="ltr">{figure ?? ' '}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {summary && !summary.isExact && (
        <p className={classes.note}>
          {t('summary.ofNewest', { count: EXACT_TOTAL_MAX, total: formatNumber(EXACT_TOTAL_MAX) })}
        </p>
      )}
    </div>
  )
}
