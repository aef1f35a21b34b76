import { z } from 'zod'
import { isOwnFieldName, OWN_FIELDS_MAX, type OwnFieldName } from '../lead-fields/own-fields.ts'
import { BoardBy, leadFields, leadFieldsWith } from './lead-fields.ts'

/** Columns of the lead table about the lead’s last call. */
export const lastCallColumns = ['callStatus', 'callStart', 'callDuration', 'callRecording'] as const
export const leadColumns = [...leadFieldsWith('column').map((field) => leadFields[field].column), ...lastCallColumns]
export type LeadColumn = (typeof leadColumns)[number]
/** A column of the lead table: a built-in one or an own field's (`fields.<key>`), which another business may not have. */
export type ShownLeadColumn = LeadColumn | OwnFieldName
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

const isOneOf = (keys: readonly string[], key: string) => keys.includes(key)
const KEYS_MAX = 100 + OWN_FIELDS_MAX
const Column = z.object({
  key: z.string().max(40),
  isShown: z.boolean(),
  /** Absent: the column's default width. */
  width: z.number().int().min(COLUMN_WIDTH_MIN).max(COLUMN_WIDTH_MAX).optional(),
})

const isLeadColumn = (key: string) => isOneOf(leadColumns, key) || isOwnFieldName(key)
/** Drops unknown and repeated keys. */
const known =
  (isKey: (key: string) => boolean) =>
  <C extends { key: string }>(columns: C[]) =>
    columns.filter(({ key }, at) => isKey(key) && columns.findIndex((one) => one.key === key) === at)

/** A table layout: its columns in display order. */
const tableView = (isKey: (key: string) => boolean) =>
  z.object({ columns: z.array(Column).max(KEYS_MAX).overwrite(known(isKey)), density: z.enum(densities) })

/** The columns of the lead table that a saved view shows, in display order. */
export const ShownColumns = z
  .array(Column.omit({ isShown: true }))
  .max(KEYS_MAX)
  .overwrite(known(isLeadColumn))
  .min(1)
export type ShownColumn = z.output<typeof ShownColumns>[number]

/** Built-in fields that a card of the board may show below the lead's name. */
export const boardFields = leadFieldsWith('column')
  .map((field) => leadFields[field].column)
  .filter((column) => column !== 'name')
export type BoardField = (typeof boardFields)[number]
/** A field on a card: a built-in one or an own field (`fields.<key>`), which another business may not have. */
export type ShownBoardField = BoardField | OwnFieldName
/** Maximum number of columns of the board that are kept folded. */
const FOLDED_MAX = 200
/** Layout of the leads as cards: `columns` are the fields on a card. */
const boardView = tableView((key) => isOneOf(boardFields, key) || isOwnFieldName(key)).extend({
  by: BoardBy.optional(),
  /** A list of cards instead of the board. */
  isList: z.boolean().optional(),
  /** Keys of folded columns; absent: those of statuses on hold, won and lost. */
  folded: z.array(z.string().max(200)).max(FOLDED_MAX).optional(),
})

/** A person's table layouts; an absent table has its default layout. */
export const TableViews = z
  .object({
    leads: tableView(isLeadColumn),
    calls: tableView((key) => isOneOf(callColumns, key)),
    board: boardView,
  })
  .partial()
export type TableViews = z.output<typeof TableViews>
export type TableView = NonNullable<TableViews[keyof TableViews]>

/** Replaces the given layouts; null restores the default layout. */
export const TableViewChanges = z
  .object({
    leads: TableViews.shape.leads.unwrap().nullable(),
    calls: TableViews.shape.calls.unwrap().nullable(),
    board: boardView.nullable(),
  })
  .partial()
export type TableViewChanges = z.output<typeof TableViewChanges>
