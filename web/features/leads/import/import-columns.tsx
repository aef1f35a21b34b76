import { Button, Group, SegmentedControl, Select } from '@mantine/core'
import { IconCircleCheck, IconHandClick, IconShieldLock } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportColumn, ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { ImportValues } from './import-values.tsx'
import { useImportActs } from './imports.api.ts'
import { useTargets } from './use-targets.ts'

/** What each column of the file holds, with samples of it. */
export function ImportColumns({ onStep, ...draft }: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { businessId, file, settings, onChange } = draft
  const { change } = useImportActs(businessId)
  const { groups, isMapped, isDated } = useTargets(businessId)
  const { columns } = settings
  const assign = (column: number, target: ShownImportTarget | null) =>
    onChange({ columns: columns.map((one, i) => (i === column ? target : one)) })
  const save = () => change.mutate({ id: file._id, settings }, { onSuccess: () => onStep('check') })
  return (
    <div className={classes.columns}>
      <div className={classes.table}>
        {file.columns.map((column, i) => {
          const target = columns[i] ?? null
          const twin = target === null ? -1 : columns.findIndex((other, at) => other === target && at !== i)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns are named by their place.
            <Fragment key={i}>
              <div className={classes.column}>
                <bdi className={classes.columnTitle}>{column.title || t('import.untitled', { number: i + 1 })}</bdi>
                <bdi className={classes.samples}>{column.samples.join(' · ') || '—'}</bdi>
                <Select
                  aria-label={t('import.fieldOf', { column: column.title })}
                  placeholder={t('import.leaveOut')}
                  searchable
                  clearable
                  value={target}
                  data={groups}
                  error={twin >= 0 && t('import.twice', { column: file.columns[twin]?.title ?? '' })}
                  onChange={(value) => assign(i, value)}
                />
                <Mark column={column} target={target} />
              </div>
              {target !== null && isMapped(target) && <ImportValues {...draft} column={i} target={target} />}
            </Fragment>
          )
        })}
      </div>
      {columns.some(isDated) && (
        <Group gap="sm">
          <span id="date-order">{t('import.dateOrder')}</span>
          <SegmentedControl
            aria-labelledby="date-order"
            value={settings.dateOrder}
            onChange={(dateOrder) => onChange({ dateOrder })}
            data={[
              { value: 'dmy', label: t('import.dmy') },
              { value: 'mdy', label: t('import.mdy') },
            ]}
          />
        </Group>
      )}
      <Group justify="space-between" className={classes.foot}>
        <Button variant="default" onClick={() => onStep('what')}>
          {t('import.back')}
        </Button>
        <Button loading={change.isPending} onClick={save}>
          {t('import.toCheck')}
        </Button>
      </Group>
    </div>
  )
}

/** Whether the field was recognised or chosen, or the column looks sensitive. */
function Mark({ column, target }: { column: ImportColumn; target: ShownImportTarget | null }) {
  const { t } = useTranslation('lead-sheets')
  if (column.isSensitive)
    return (
      <span className={classes.mark} data-hue="violet">
        <IconShieldLock size={16} stroke={1.75} aria-hidden />
        {t('import.sensitive')}
      </span>
    )
  if (target === null) return <span className={classes.mark} />
  const isFound = column.suggested === target
  const Icon = isFound ? IconCircleCheck : IconHandClick
  return (
    <span className={classes.mark} data-hue={isFound ? 'green' : undefined}>
      <Icon size={16} stroke={1.75} aria-hidden />
      {t(isFound ? 'import.recognised' : 'import.chosen')}
    </span>
  )
}
