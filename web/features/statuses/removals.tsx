import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/format.ts'
import { nameOf } from './status-parts.tsx'
import type { StatusSettings } from './statuses.api.ts'
import classes from './statuses-page.module.css'

/** Deleted statuses whose leads are still being moved. */
export function Removals({ removals, statuses }: Pick<StatusSettings, 'removals' | 'statuses'>) {
  const { t } = useTranslation('statuses')
  return removals.map((removal) => {
    const { operationId, to, done, total } = removal
    const target = statuses.find(({ _id }) => _id === to)
    const words = t('moving', { from: nameOf(removal), to: target ? nameOf(target) : '…' })
    return (
      <div key={operationId} className={classes.removal} role="status">
        <div className={classes.removalWords}>
          <strong>{words}</strong>
          <span className="tabular">{t('progress', { done: formatNumber(done), total: formatNumber(total) })}</span>
        </div>
        <Progress value={total === 0 ? 0 : (100 * done) / total} size="xs" aria-label={words} />
      </div>
    )
  })
}
