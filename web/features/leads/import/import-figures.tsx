import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ImportCounts } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import classes from './import.module.css'

const kinds = ['create', 'update', 'duplicate', 'invalid'] as const
const colors = { create: 'brand', update: 'blue', duplicate: 'yellow', invalid: 'red' } as const

/** How many rows become what; the four figures add up to the rows. */
export function ImportFigures({ counts, total }: { counts: ImportCounts; total: number }) {
  const { t } = useTranslation('lead-sheets')
  return (
    <section className={classes.figures} aria-label={t('import.figures')}>
      <Progress.Root size="sm" aria-hidden>
        {kinds.map((kind) => (
          <Progress.Section
            key={kind}
            value={total ? (100 * counts[kind]) / total : 0}
            color={kind === 'create' ? 'var(--brand-fill)' : colors[kind]}
            aria-hidden
          />
        ))}
      </Progress.Root>
      <dl className={classes.figureList}>
        {kinds.map((kind) => (
          <div key={kind} className={classes.figure} data-kind={kind}>
            <dt>{t(`import.counts.${kind}`)}</dt>
            <dd className="tabular">{formatNumber(counts[kind])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
