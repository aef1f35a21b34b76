import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPORT_CELL_MAX, type ImportRow, type LeadImport } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { paths } from '../../../lib/paths.ts'
import classes from './import-rows.module.css'

type Props = {
  businessId: string
  file: Pick<LeadImport, 'columns' | 'settings'>
  rows: readonly ImportRow[]
  label: string
  /** Only before the import starts. */
  onCorrect?: (row: ImportRow, value: string) => void
  /** Undefined if there are no more rows. */
  onMore?: (() => void) | undefined
  isLoading?: boolean
}

/** Rows of a file, each with what becomes of it. A cell that fails is corrected in its place. */
export function ImportRows({ label, rows, onMore, isLoading, ...row }: Props) {
  const { t } = useTranslation('lead-sheets')
  if (rows.length === 0) return <p className={classes.empty}>{t('import.noRows')}</p>
  return (
    <>
      <ul className={classes.rows} aria-label={label}>
        {rows.map((one) => (
          <li key={one.row} className={classes.row} data-row={one.row}>
            <span className={classes.number}>{formatNumber(one.row)}</span>
            <span>{one.name ? <bdi>{one.name}</bdi> : '–'}</span>
            <Content row={one} {...row} />
          </li>
        ))}
      </ul>
      {onMore && (
        <Button variant="subtle" loading={isLoading ?? false} onClick={onMore}>
          {t('import.moreRows')}
        </Button>
      )}
    </>
  )
}

function Content({ row, businessId, file, onCorrect }: Omit<Props, 'rows' | 'label'> & { row: ImportRow }) {
  const { t } = useTranslation('lead-sheets')
  const { t: operations } = useTranslation('operations')
  const { reason, column, lead, joins, contact } = row
  const title = column === null ? '' : file.columns[column]?.title || t('import.untitled', { number: column + 1 })
  return (
    <>
      {column !== null && onCorrect ? (
        // Another value is another input: what was typed is in the row that came back.
        <CellInput
          key={row.value}
          row={row}
          title={title}
          target={file.settings?.columns[column]}
          onCorrect={onCorrect}
        />
      ) : (
        <span className={classes.cell}>
          {column !== null && <bdi className={classes.title}>{title}</bdi>}
          <span data-wrong={column !== null || undefined}>
            <bdi>{column === null ? contact : row.value}</bdi>
          </span>
        </span>
      )}
      <span className={classes.fate}>
        {reason && operations(`reason.${reason}`)}
        {joins !== null && t('import.joins', { row: formatNumber(joins) })}
        {lead && (
          <Link className={classes.link} to={paths.lead(businessId, lead.campaignId, lead._id)}>
            {t('import.openLead')}
          </Link>
        )}
      </span>
    </>
  )
}

type CellProps = {
  row: ImportRow
  title: string
  target: string | null | undefined
  onCorrect: (row: ImportRow, value: string) => void
}
const keyboards: Record<string, TextInputProps> = {
  phone: { inputMode: 'tel', dir: 'ltr' },
  email: { inputMode: 'email', dir: 'ltr' },
}

/** Enter saves and goes to the next cell, Escape takes back what was typed. */
function CellInput({ row, title, target, onCorrect }: CellProps) {
  const { t } = useTranslation('lead-sheets')
  const [value, setValue] = useState(row.value)
  const save = () => value !== row.value && onCorrect(row, value)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') setValue(row.value)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const { currentTarget } = event
    const inputs = [...(currentTarget.closest('ul')?.querySelectorAll('input') ?? [])]
    const next = inputs[inputs.indexOf(currentTarget) + 1]
    // Leaving the input saves it.
    if (next) next.focus()
    else save()
  }
  return (
    <span className={classes.cell}>
      <bdi className={classes.title}>{title}</bdi>
      <TextInput
        size="xs"
        dir="auto"
        {...keyboards[target ?? '']}
        className={classes.input}
        aria-label={t('import.correct', { column: title, row: row.row })}
        error
        maxLength={IMPORT_CELL_MAX}
        value={value}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
    </span>
  )
}
