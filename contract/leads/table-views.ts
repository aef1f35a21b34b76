import { z } from 'zod'
import { leadFields, leadFieldsWith } from './lead-fields.ts'

/** Columns of the lead table about the lead’s last call. */
export const lastCallColumns = ['callStatus', 'callStart', 'callDuration', 'callRecording'] as const
export const leadColumns = [...leadFieldsWith('column').map((field) => leadFields[field].column), ...lastCallColumns]
export type LeadColumn = (typeof leadColumns)[number]
/** All columns of the call table. */
export const callColumns = [
  'date',
  'caller',
  'campaign',
  'number',
  'answeredBy',
  'status',
  'ring',
  'talk',
  'source',
  'tags',
  'recording',
] as const
export type CallColumn = (typeof callColumns)[number]

/** Limits of a column's width, in CSS pixels. */
export const COLUMN_WIDTH_MIN = 56
export const COLUMN_WIDTH_MAX = 640
export const densities = ['compact', 'comfortable'] as const

const KEYS_MAX = 100
const Column = z.object({
  key: z.string().max(40),
  isShown: z.boolean(),
  /** Absent: the column's default width. */
  width: z.number().int().min(COLUMN_WIDTH_MIN).max(COLUMN_WIDTH_MAX).optional(),
})

/** A table layout: its columns in display order. Unknown and repeated keys are dropped. */
const tableView = (keys: readonly string[]) =>
  z.object({
    columns: z
      .array(Column)
      .max(KEYS_MAX)
      .overwrite((columns) =>
        columns.filter(({ key }, at) => keys.includes(key) && columns.findIndex((one) => one.key === key) === at),
      ),
    density: z.enum(densities),
  })

/** A person's table layouts; an absent table has its default layout. */
export const TableViews = z.object({ leads: tableView(leadColumns), calls: tableView(callColumns) }).partial()
export type TableViews = z.output<typeof TableViews>
export type TableView = NonNullable<TableViews[keyof TableViews]>

/** Replaces the given layouts; null restores the default layout. */
export const TableViewChanges = z
  .object({ leads: TableViews.shape.leads.unwrap().nullable(), calls: TableViews.shape.calls.unwrap().nullable() })
  .partial()
export type TableViewChanges = z.output<typeof TableViewChanges>
