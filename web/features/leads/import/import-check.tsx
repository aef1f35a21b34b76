import { Button, Checkbox, Group } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_DAYS, type ImportFate } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { CheckedRows } from './checked-rows.tsx'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { Refusal } from './import-summary.tsx'
import { useImportActs } from './imports.api.ts'

/** What would happen to all rows, with the rows of each figure. */
export function ImportCheck(draft: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { businessId, file, settings, onChange, onStep, onSaved, dryRun } = draft
  const { run } = useImportActs(businessId)
  const [opened, setOpened] = useState<ImportFate>('left')
  const { data, isCounting, error, onRetry } = dryRun
  const counts = data?.counts
  const leads = counts ? counts.create + counts.update : 0
  return (
    <div className={classes.columns}>
      {error && <Refusal error={error} onRetry={onRetry} />}
      <ImportFigures counts={counts} total={file.rows} isCounting={isCounting} opened={opened} onOpen={setOpened} />
      {data ? <CheckedRows {...draft} fate={opened} /> : !error && <SkeletonRows rows={5} columns={3} />}
      <Checkbox
        label={t('import.notify')}
        description={t('import.notifyText')}
        checked={settings.notifies}
        onChange={({ currentTarget }) => onChange({ notifies: currentTarget.checked })}
      />
      <p className={classes.hint}>
        <IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />
        {t('import.canUndo', { count: IMPORT_DAYS })}
      </p>
      <Group justify="space-between" className={classes.foot}>
        <Button variant="default" onClick={() => onStep('columns')}>
          {t('import.back')}
        </Button>
        <Button
          disabled={leads === 0 || error !== null}
          loading={run.isPending}
          onClick={() => onSaved(() => run.mutate(file._id))}
        >
          {t('import.start', { count: leads, total: formatNumber(leads) })}
        </Button>
      </Group>
    </div>
  )
}
