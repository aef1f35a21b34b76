import { Progress, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type ImportCounts, type ImportFate, importFates } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import classes from './import-figures.module.css'

type Props = {
  /** Undefined until the first dry run. */
  counts: ImportCounts | undefined
  total: number
  /** The figures are of the run before this one. */
  isCounting?: boolean
  /** The figure whose rows are shown. */
  opened: ImportFate | undefined
  onOpen: (fate: ImportFate) => void
}

/** How many rows become what. The four figures add up to the rows, and each opens its own. */
export function ImportFigures({ counts, total, isCounting = false, opened, onOpen }: Props) {
  const { t } = useTranslation('lead-sheets')
  return (
    <section className={classes.figures} aria-label={t('import.figures')} aria-busy={isCounting}>
      <Progress.Root size="sm" aria-hidden>
        {importFates.map((fate) => (
          <Progress.Section
            key={fate}
            className={classes.share}
            data-fate={fate}
            value={counts && total ? (100 * counts[fate]) / total : 0}
            aria-hidden
          />
        ))}
      </Progress.Root>
      <ul className={classes.list} data-counting={isCounting || undefined}>
        {importFates.map((fate) => (
          <li key={fate}>
            <UnstyledButton
              className={classes.figure}
              data-fate={fate}
              aria-pressed={opened === fate}
              onClick={() => onOpen(fate)}
            >
              <span className={classes.dot} aria-hidden />
              <span className={classes.name}>{t(`import.counts.${fate}`)}</span>
              <span className={classes.count}>{counts ? formatNumber(counts[fate]) : '–'}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
