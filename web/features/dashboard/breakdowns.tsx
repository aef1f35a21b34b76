import { useTranslation } from 'react-i18next'
import type { Dashboard } from '#contract/dashboard.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { paths } from '../../lib/paths.ts'
import type { SearchText } from '../../lib/search.ts'
import { SourceMark } from '../../shared/source-mark.tsx'
import { partOf, StatusGlyph } from '../../shared/status-glyph.tsx'
import { Picture } from '../../ui/display/picture.tsx'
import { UserText } from '../../ui/display/user-text.tsx'
import { BarList } from './bar-list.tsx'
import classes from './breakdowns.module.css'

type Props = {
  dashboard: Dashboard
  businessId: string
  /** Path of the list, with the search parameters of the period. */
  to: string
  period: SearchText
}

export function BySource({ dashboard, to, period }: Props) {
  const { t } = useTranslation('dashboard')
  const { sources, newLeads } = dashboard
  const rows = sources.map(({ source, ...count }) => ({
    ...count,
    key: source,
    label: <SourceMark source={source} />,
    to,
    // Each value is encoded separately, so that a comma in it does not split it.
    search: { ...period, source: encodeURIComponent(source) },
  }))
  return <BarList title={t('bySource')} name="source" rows={rows} all={newLeads.total} />
}

export function ByStatus({ dashboard, to, period }: Props) {
  const { t } = useTranslation('dashboard')
  const { statuses, newLeads } = dashboard
  const isOver = (type: string) => type === 'Won' || type === 'Lost'
  const ongoing = statuses.filter(({ type }) => type === 'Ongoing')
  const rows = statuses.map((status, i) => ({
    key: status._id,
    total: status.total,
    previous: status.previous,
    hue: status.hue,
    better: betterOf[status.type],
    isParted: isOver(status.type) && i > 0 && !isOver(statuses[i - 1]?.type ?? ''),
    label: (
      <>
        <span className={classes.glyph}>
          <StatusGlyph type={status.type} part={partOf(ongoing.indexOf(status))} />
        </span>
        <UserText cut>{currentLanguage() === 'he' ? status.nameHe : status.nameEn}</UserText>
      </>
    ),
    to,
    search: { ...period, status: status._id },
  }))
  return <BarList title={t('byStatus')} name="status" rows={rows} all={newLeads.total} />
}

export function ByCampaign({ dashboard, businessId, period }: Props) {
  const { t } = useTranslation('dashboard')
  const { campaigns, newLeads } = dashboard
  const rows = campaigns.map(({ _id, name, image, ...count }) => ({
    ...count,
    key: _id,
    label: (
      <>
        <Picture id={_id} name={name} image={image} />
        <UserText cut>{name}</UserText>
      </>
    ),
    to: paths.leads(businessId, _id),
    search: period,
  }))
  return <BarList title={t('byCampaign')} name="campaign" rows={rows} all={newLeads.total} />
}

const betterOf = { Open: 'neither', Ongoing: 'neither', 'On hold': 'neither', Won: 'more', Lost: 'less' } as const

const responseLooks = {
  '5m': { hue: 'green', better: 'more' },
  '15m': { hue: 'green', better: 'more' },
  '1h': { hue: 'teal', better: 'neither' },
  '4h': { hue: 'sky', better: 'neither' },
  '1d': { hue: 'amber', better: 'neither' },
  later: { hue: 'orange', better: 'less' },
  none: { hue: 'slate', better: 'less' },
} as const

export function ByResponse({ dashboard, to, period }: Props) {
  const { t } = useTranslation('dashboard')
  const { responses, newLeads } = dashboard
  const rows = responses.map(({ bucket, ...count }) => ({
    ...count,
    key: bucket,
    label: t(`responses.${bucket}`),
    ...responseLooks[bucket],
    isParted: bucket === 'none',
    to,
    search: { ...period, response: bucket },
  }))
  return <BarList title={t('byResponse')} name="response" rows={rows} all={newLeads.total} />
}
