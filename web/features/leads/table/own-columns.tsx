import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isFieldOf,
  isOwnFieldName,
  type OwnField,
  type OwnFieldType,
  ownFieldName,
} from '#contract/lead-fields/own-fields.ts'
import type { Lead } from '#contract/leads/leads.ts'
import type { ShownLeadColumn } from '#contract/leads/table-views.ts'
import { lazily } from '../../../lib/lazy.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import type { ColumnLooks } from '../../../ui/table/columns.ts'
import { useTableView } from '../../../ui/table/use-table-view.ts'
import type { FilterProps } from '../filters/leads-search.ts'
import { useShownTable } from '../views/use-shown-table.ts'
import { EditableCell } from './editable-cell.tsx'
import { type CellProps, leadTableColumns } from './lead-columns.tsx'

/** Loaded with the first value that is edited in its row. */
const OwnValueEditor = lazily(() => import('../fields/own-value-editor.tsx'), 'OwnValueEditor')

const widths: Record<OwnFieldType, { width: number; grows?: true }> = {
  text: { width: 134, grows: true },
  long_text: { width: 134, grows: true },
  number: { width: 96 },
  money: { width: 104 },
  date: { width: 104 },
  choice: { width: 124 },
  choices: { width: 134, grows: true },
  yes_no: { width: 84 },
  link: { width: 134, grows: true },
}

const builtIn: Record<string, { cell: (props: CellProps) => ReactNode }> = leadTableColumns
/** The cell of a column; a field that is gone has none. */
export function cellOf(column: ShownLeadColumn, fields: readonly OwnField[], props: CellProps): ReactNode {
  const field = isOwnFieldName(column) ? fields.find(({ key }) => ownFieldName(key) === column) : undefined
  return field ? <OwnCell field={field} {...props} /> : builtIn[column]?.cell(props)
}

type OwnCellProps = CellProps & { field: OwnField }

function OwnCell({ field, lead, actions, t }: OwnCellProps) {
  if (!isFieldOf(field, lead.campaignId)) return null
  const value = lead.fields[field.key]
  const change = actions.fieldChange(lead, field)
  const isLink = field.type === 'link' && value !== undefined
  const shown = value === undefined ? '—' : <OwnValue field={field} value={value} cut />
  // A link is opened in the table and edited on the lead's page.
  if (isLink) return shown
  return (
    <EditableCell
      label={t('editWhat', { what: nameOf(field) })}
      isRead
      editor={
        change &&
        ((close) => (
          <Suspense fallback={shown}>
            <OwnValueEditor field={field} value={value} onSave={change} onClose={close} />
          </Suspense>
        ))
      }
    >
      {shown}
    </EditableCell>
  )
}

/** Columns of the table of leads, with those of the business's own fields, which are hidden at first. */
export function useLeadTable({ businessId, search, onChange }: FilterProps) {
  const { t } = useTranslation('leads')
  const { fields, isPending } = useOwnFields(businessId)
  const looks = useMemo(() => {
    const own = fields.map(
      ({ key, type }) => [ownFieldName(key), { ...widths[type], isHidden: true as const }] as const,
    )
    return { ...leadTableColumns, ...Object.fromEntries(own) } as ColumnLooks<ShownLeadColumn>
  }, [fields])
  const table = useShownTable(useTableView('leads', looks), search, onChange)
  const nameOfColumn = (column: ShownLeadColumn) => {
    const field = isOwnFieldName(column) ? fields.find(({ key }) => ownFieldName(key) === column) : undefined
    return field ? nameOf(field) : t(`columns.${column}`)
  }
  /** Those that the person shows as columns, in their order. */
  const shown = useMemo(
    () =>
      table.columns.flatMap(({ key, isShown }) => {
        const field = isShown && isOwnFieldName(key) ? fields.find((one) => ownFieldName(one.key) === key) : undefined
        return field ? [field] : []
      }),
    [table.columns, fields],
  )
  /** Rows are shown once the own fields are loaded, so that no column appears later. */
  const rowsOf = <T,>(rows: T) => (isPending && table.hasUnknown ? undefined : rows)
  return { table, fields, shown, nameOf: nameOfColumn, rowsOf }
}

type FactsProps = { lead: Lead; fields: readonly OwnField[]; className: string | undefined }

/** On a lead's card, the shown own fields that have a value. */
export function OwnFacts({ lead, fields, className }: FactsProps) {
  const filled = fields.filter(({ key }) => lead.fields[key] !== undefined)
  if (filled.length === 0) return null
  return (
    <dl className={className}>
      {filled.map((field) => (
        <div key={field._id}>
          <dt>
            <bdi>{nameOf(field)}</bdi>
          </dt>
          <dd>
            <OwnValue field={field} value={lead.fields[field.key] ?? ''} cut />
          </dd>
        </div>
      ))}
    </dl>
  )
}
