import { useTranslation } from 'react-i18next'
import type { duplicateRoutes } from '#contract/duplicates/duplicates.ts'
import type { RouteReply } from '#contract/route.ts'
import { formatDay, formatNumber } from '../../../lib/i18n/format.ts'
import { UserText } from '../../../ui/display/user-text.tsx'
import { LeadTags } from '../fields/lead-tags.tsx'
import classes from './merge.module.css'
import { tagsOf, winnerOf } from './merge-rules.ts'
import { Mark, type MergeState, useRowLabel } from './merge-table.tsx'
import { MergeValue } from './merge-value.tsx'

type Compared = RouteReply<typeof duplicateRoutes.compare>
type Props = Omit<MergeState, 'choices'> & Pick<MergeState, 'choices'> & Pick<Compared, 'history' | 'historyCount'>

/** What the kept lead will be, and the newest of the one history. */
export function MergePreview({ leads, rows, kept, choices, withoutTags, statuses, history, historyCount }: Props) {
  const { t } = useTranslation('duplicates')
  const { t: ofLeads } = useTranslation('leads')
  const label = useRowLabel()
  const tags = tagsOf(leads, withoutTags, kept)
  const textOf = (event: string) => ofLeads(`history.${event.replace('lead.', '')}`)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be focusable.
    <aside className={classes.preview} tabIndex={0} aria-label={t('preview')}>
      <h2 className={classes.title}>{t('preview')}</h2>
      <dl className={classes.result}>
        {rows.map((row) => (
          <div key={row.name}>
            <dt>{label(row)}</dt>
            <dd>
              <MergeValue lead={winnerOf(row, leads, { kept, choices })} {...{ row, statuses }} />
            </dd>
          </div>
        ))}
        {tags.length > 0 && (
          <div>
            <dt>{t('tags')}</dt>
            <dd>
              <LeadTags tags={tags} all />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('campaign')}</dt>
          <dd>
            <UserText>{kept.campaignName}</UserText>
          </dd>
        </div>
      </dl>
      <h2 className={classes.title}>
        {t('history')}{' '}
        <span className={classes.second}>{t('items', { count: historyCount, total: formatNumber(historyCount) })}</span>
      </h2>
      <ol className={classes.items}>
        {history.map(({ _id, event, at, leadId, call }) => (
          <li key={_id} className={classes.item}>
            <span className={classes.said}>
              {call ? t('call') : event === 'lead.changed' ? t('changed') : textOf(event)}
            </span>
            <Mark at={leads.findIndex((lead) => lead._id === leadId)} />
            <time dateTime={at}>{formatDay(at)}</time>
          </li>
        ))}
      </ol>
    </aside>
  )
}
