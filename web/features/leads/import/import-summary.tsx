import { Alert, Button, Checkbox } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCalendar, IconShieldLock } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { IMPORT_DAYS, type ImportFate } from '#contract/leads/sheets/lead-import.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { ImportFigures } from './import-figures.tsx'
import { valuesQuery } from './imports.api.ts'
import { useTargets } from './use-targets.ts'

type Props = DraftProps & { opened: ImportFate | undefined; onOpen: (fate: ImportFate) => void }

/** What would happen, and what to look at before one goes on. */
export function ImportSummary({ opened, onOpen, ...draft }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { file, settings, dryRun, onChange } = draft
  return (
    <aside className={classes.summary} aria-label={t('import.summary')}>
      <div>
        <h2 className={classes.heading}>{t('import.summary')}</h2>
        <p className={classes.second}>{t('import.dryRun', { count: file.rows, total: formatNumber(file.rows) })}</p>
      </div>
      {dryRun.error && <Refusal error={dryRun.error} onRetry={dryRun.onRetry} />}
      <ImportFigures
        counts={dryRun.data?.counts}
        total={file.rows}
        isCounting={dryRun.isCounting || dryRun.error !== null}
        opened={opened}
        onOpen={onOpen}
      />
      <section className={classes.before}>
        <h2 className={classes.heading}>{t('import.before')}</h2>
        <Notes {...draft} />
        <Checkbox
          label={t('import.notify')}
          checked={settings.notifies}
          onChange={({ currentTarget }) => onChange({ notifies: currentTarget.checked })}
        />
      </section>
      <p className={classes.hint}>
        <IconArrowBackUp size={16} stroke={1.75} data-mirror aria-hidden />
        {t('import.canUndo', { count: IMPORT_DAYS })}
      </p>
    </aside>
  )
}

/** What is wrong with the settings, in the server's words. */
export function Refusal({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation()
  const issues = error instanceof ApiError ? error.issues : []
  const texts = issues.length ? issues.map(({ message }) => message) : [error.message]
  return (
    <Alert color="red" icon={<IconAlertTriangle />} role="alert">
      {texts.map((text) => (
        <p key={text} className={classes.refusal}>
          {text}
        </p>
      ))}
      {!issues.length && (
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('retry')}
        </Button>
      )}
    </Alert>
  )
}

function Notes({ businessId, file, settings }: DraftProps) {
  const { t } = useTranslation('lead-sheets')
  const { isMapped, isDated, nameOfTarget } = useTargets(businessId)
  const mapped = settings.columns.flatMap((target, column) => (target && isMapped(target) ? [{ target, column }] : []))
  const found = useQueries({
    queries: mapped.map(({ column, target }) => valuesQuery(businessId, file._id, column, target)),
  })
  const title = (column: number) => file.columns[column]?.title || t('import.untitled', { number: column + 1 })
  const unknown = mapped.map(({ target, column }, i) => {
    const chosen = settings.values[target] ?? {}
    const values = found[i]?.data?.values ?? []
    const left = values.filter(({ text, value }) => (chosen[text] === undefined ? value : chosen[text]) === null)
    return { target, column, count: left.length, rows: left.reduce((sum, { rows }) => sum + rows, 0) }
  })
  const sensitive = file.columns.flatMap(({ isSensitive }, column) => (isSensitive ? [column] : []))
  const isAsked = settings.columns.some((target, i) => isDated(target) && file.columns[i]?.dateOrders.length === 2)
  return (
    <ul className={classes.notes}>
      {isAsked && (
        <li className={classes.note} data-hue="amber">
          <IconCalendar size={16} stroke={1.75} aria-hidden />
          <span>{t('import.dateAsked')}</span>
        </li>
      )}
      {unknown.map(
        ({ target, column, count, rows }) =>
          count > 0 && (
            <li key={column} className={classes.note} data-hue="amber">
              <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
              <span>
                {t('import.unknown', {
                  count,
                  total: formatNumber(count),
                  column: title(column),
                  field: nameOfTarget(target),
                  rows: t('import.rows', { count: rows, total: formatNumber(rows) }),
                })}
              </span>
            </li>
          ),
      )}
      {sensitive.map((column) => (
        <li key={column} className={classes.note} data-hue="violet">
          <IconShieldLock size={16} stroke={1.75} aria-hidden />
          <span>{t('import.sensitiveText', { column: title(column) })}</span>
        </li>
      ))}
    </ul>
  )
}
