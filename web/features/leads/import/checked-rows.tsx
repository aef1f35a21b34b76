import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ImportFate } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { ImportRows } from './import-rows.tsx'
import { useImportActs } from './imports.api.ts'

/** Rows that a dry run found, of one fate; those that fail are corrected here. */
export function CheckedRows({ fate, businessId, file, dryRun }: DraftProps & { fate: ImportFate }) {
  const { t } = useTranslation('lead-sheets')
  const { failed } = useImportActs(businessId)
  const { data, isCounting, onCorrect } = dryRun
  if (!data) return null
  const count = data.counts[fate]
  return (
    <section className={classes.checked} data-counting={isCounting || undefined} aria-busy={isCounting}>
      <Group justify="space-between">
        <h2 className={classes.heading}>
          {t(`import.rowsOf.${fate}`)} <span className={classes.second}>{formatNumber(count)}</span>
        </h2>
        {fate === 'left' && count > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={failed.isPending}
            onClick={() => failed.mutate(file._id)}
          >
            {t('import.asFile')}
          </Button>
        )}
      </Group>
      <ImportRows
        {...{ businessId, file }}
        label={t(`import.rowsOf.${fate}`)}
        rows={data.rows[fate]}
        onCorrect={onCorrect}
      />
      {count > data.rows[fate].length && (
        <p className={classes.second}>{t('import.firstRows', { total: formatNumber(data.rows[fate].length) })}</p>
      )}
    </section>
  )
}
