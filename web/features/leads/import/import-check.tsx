import { Button, Checkbox, Group } from '@mantine/core'
import { IconArrowBackUp, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { IMPORT_DAYS, type ImportProblem } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { checkQuery, useImportActs } from './imports.api.ts'

/** What would happen to all rows, with every row that would fail. */
export function ImportCheck({ businessId, file, settings, onChange, onStep }: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { data, error, refetch } = useQuery(checkQuery(businessId, file._id))
  const { change, run, failed } = useImportActs(businessId)
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={5} columns={3} />
  const { counts, problems } = data
  const isEmpty = counts.create + counts.update === 0
  const left = counts.invalid + counts.duplicate
  const start = () => change.mutate({ id: file._id, settings }, { onSuccess: () => run.mutate(file._id) })
  return (
    <div className={classes.columns}>
      <ImportFigures counts={counts} total={file.rows} />
      {left > 0 && (
        <Group justify="space-between">
          <h2 className={classes.heading}>{t('import.problems', { count: left, total: formatNumber(left) })}</h2>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            loading={failed.isPending}
            onClick={() => failed.mutate(file._id)}
          >
            {t('import.asFile')}
          </Button>
        </Group>
      )}
      {problems.length > 0 && <Problems problems={problems} />}
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
        <Button disabled={isEmpty} loading={change.isPending || run.isPending} onClick={start}>
          {t('import.start', {
            count: counts.create + counts.update,
            total: formatNumber(counts.create + counts.update),
          })}
        </Button>
      </Group>
    </div>
  )
}

function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  const { t } = useTranslation('lead-sheets')
  const { t: operations } = useTranslation('operations')
  return (
    <ul className={classes.rows} aria-label={t('import.failing')}>
      {problems.map(({ row, name, column, value, reason }) => (
        <li key={row} className={classes.problem}>
          <span className="tabular">{formatNumber(row)}</span>
          <bdi>{name || '—'}</bdi>
          <span>
            {column !== null && <bdi className={classes.second}>{column}: </bdi>}
            <bdi className={classes.wrong}>{value}</bdi>
          </span>
          <span>{operations(`reason.${reason}`)}</span>
        </li>
      ))}
    </ul>
  )
}
