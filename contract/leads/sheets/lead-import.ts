import { z } from 'zod'
import { byId, Done, id, line, time } from '../../common.ts'
import { isOwnFieldName, type OwnFieldName, ownFieldTypes } from '../../lead-fields/own-fields.ts'
import { route } from '../../route.ts'
import { User } from '../../team/users.ts'
import { SOURCE_MAX } from '../attribution.ts'
import { leftReasons, operationStates } from '../operations.ts'
import { tags } from '../tags.ts'
import { type ExportColumn, exportColumns, exportFormats } from './lead-export.ts'
import { sheetPeriods } from './terms.ts'

/** Limits of a file. */
export const IMPORT_MAX_BYTES = 25 * 1024 * 1024
export const IMPORT_ROWS_MAX = { csv: 250_000, xlsx: 100_000 } as const
export const IMPORT_COLUMNS_MAX = 100
/** Rows with one fate that are listed at once, and distinct values of a column that can be mapped. */
export const IMPORT_ROWS_LISTED = 100
export const IMPORT_VALUES_MAX = 200
/** Letters of a corrected cell. */
export const IMPORT_CELL_MAX = 5_000
/** Imports that the history lists. */
export const IMPORTS_LISTED = 100
export const IMPORT_DAYS = sheetPeriods.imports.amount
export const IMPORT_DRAFT_DAYS = sheetPeriods.unfinishedImports.amount
/** How long the address of the failed rows works, in seconds. */
export const FAILED_ROWS_LINK_SECONDS = 600

export const importModes = ['create', 'createAndUpdate', 'update'] as const
/** What identifies the lead that a row updates. */
export const importKeys = ['phone', 'email', 'id'] as const
export const dateOrders = ['dmy', 'mdy'] as const

/** Columns of an export that cannot be imported, because the product computes them. */
const unimported = ['lastActivity', 'firstResponse', 'responseDue', 'meetingStatus'] as const
/** What a column of a file may hold: the columns of an export, and the message of the enquiry. */
export type ImportTarget = Exclude<ExportColumn, (typeof unimported)[number]> | 'message'
const isImported = (column: ExportColumn): column is Exclude<ExportColumn, (typeof unimported)[number]> =>
  !unimported.some((other) => other === column)
export const importTargets: readonly ImportTarget[] = [...exportColumns.filter(isImported), 'message']
export type ShownImportTarget = ImportTarget | OwnFieldName
const isTarget = (key: string): key is ShownImportTarget =>
  isOwnFieldName(key) || importTargets.some((target) => target === key)
const Target = z.string().max(40).refine(isTarget, 'invalid_value')
/** Fields that an import sets only on new leads; existing leads keep their values. */
export const newOnlyTargets: readonly string[] = [
  'campaign',
  'source',
  'date',
  'message',
  ...importTargets.filter((target) => target.startsWith('utm')),
]

export const ImportSettings = z.object({
  mode: z.enum(importModes),
  key: z.enum(importKeys),
  /** The campaign of rows that name no other; with the mode `update`, null: leads of all campaigns. */
  campaignId: id.nullable(),
  /** What each column of the file holds; null: it is not imported. */
  columns: z.array(Target.nullable()).min(1).max(IMPORT_COLUMNS_MAX),
  /**
   * Maps texts in the file to values. Keys are the column's target, then the text; the value is an id or the key of an
   * option, or null for the default.
   */
  values: z.record(z.string().max(40), z.record(z.string().max(500), z.string().max(40).nullable())).default({}),
  defaults: z
    .object({ statusId: id, assignedTo: id, source: line(SOURCE_MAX), tags })
    .partial()
    .default({}),
  dateOrder: z.enum(dateOrders).default('dmy'),
  /** Whether the team is notified of the new leads, as of leads that arrive one by one. */
  notifies: z.boolean().default(false),
})
export type ImportSettings = z.output<typeof ImportSettings>

export const ImportColumn = z.object({
  title: z.string(),
  /** First values of the column; masked if they are sensitive. */
  samples: z.array(z.string()),
  /**
   * Whether the values look like identity numbers, card numbers or health data. Such a column is imported only if the
   * user chooses so.
   */
  isSensitive: z.boolean(),
  suggested: Target.nullable(),
  /** The type of an own field that would hold these values. */
  fieldType: z.enum(ownFieldTypes).default('text'),
  /** Orders in which all dates of the column can be read; empty if it has no dates that depend on an order. */
  dateOrders: z.array(z.enum(dateOrders)).default([]),
})
export type ImportColumn = z.output<typeof ImportColumn>

/**
 * What becomes of a row: a new lead; a change of an existing one; more of a person whom an earlier row of the file
 * named, whose lead it joins; or nothing, for a reason.
 */
export const importFates = ['create', 'update', 'join', 'left'] as const
export type ImportFate = (typeof importFates)[number]
const ImportCounts = z.record(z.enum(importFates), z.number().int())
export type ImportCounts = z.output<typeof ImportCounts>

export const LeadImport = z.object({
  _id: id,
  name: z.string(),
  format: z.enum(exportFormats),
  rows: z.number().int(),
  columns: z.array(ImportColumn),
  settings: ImportSettings.nullable(),
  /** `draft`: not started; otherwise the state of its operation. */
  state: z.enum(['draft', ...operationStates]),
  operationId: id.nullable(),
  /** Number of rows by outcome so far. A row whose lead already had all its values counts as updated. */
  counts: ImportCounts,
  canUndo: z.boolean(),
  isUndone: z.boolean(),
  author: User,
  createdAt: time,
})
export type LeadImport = z.output<typeof LeadImport>

export const ImportRow = z.object({
  /** Its number in the file, whose first row is 1. */
  row: z.number().int(),
  fate: z.enum(importFates),
  name: z.string(),
  /** Phone, e-mail or id, as in the file. */
  contact: z.string(),
  /** Why it is left out. */
  reason: z.enum(leftReasons).nullable(),
  /** The column that the reason is about, and the text in it; null: it is about the whole row. */
  column: z.number().int().nullable(),
  value: z.string(),
  /** The row whose lead it joins. */
  joins: z.number().int().nullable(),
  /** The lead that it changes, or made; null if there is none, or none yet. */
  lead: z.object({ _id: id, campaignId: id }).nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

const rowNumber = z.number().int().min(1).max(10_000_000)
const One = z.object({ success: z.literal(true), import: LeadImport })
const given = { access: 'None', can: 'leads.import' } as const

export const leadImportRoutes = {
  upload: route({
    ...given,
    method: 'POST',
    path: '/imports',
    summary: `Upload a CSV (at most ${IMPORT_ROWS_MAX.csv} rows) or XLSX file (${IMPORT_ROWS_MAX.xlsx}) of leads. Nothing is imported yet`,
    /** The name of the file. `settingsOf`: an import whose settings are used again, if the file has the same columns. */
    query: z.object({ name: line(200).default(''), settingsOf: id.optional() }),
    upload: { field: 'file', maxBytes: IMPORT_MAX_BYTES },
    reply: One,
  }),
  list: route({
    ...given,
    method: 'GET',
    path: '/imports',
    summary: "One's own imports of the last 30 days, an Owner's and Admin's are all, newest first",
    reply: z.object({ success: z.literal(true), imports: z.array(LeadImport) }),
  }),
  get: route({
    ...given,
    method: 'GET',
    path: '/imports/:id',
    summary: 'One import, with its columns, settings and the fates of its rows',
    params: byId,
    reply: One,
  }),
  change: route({
    ...given,
    method: 'PATCH',
    path: '/imports/:id',
    summary: 'Choose what an import does with which column',
    params: byId,
    body: ImportSettings,
    reply: One,
  }),
  values: route({
    ...given,
    method: 'GET',
    path: '/imports/:id/values',
    summary: `The texts in a column with the number of their rows, most frequent first (at most ${IMPORT_VALUES_MAX}), and what each stands for`,
    params: byId,
    /** `target`: what the column would hold; by default what was chosen, else what is suggested. */
    query: z.object({ column: z.coerce.number().int().min(0).max(IMPORT_COLUMNS_MAX), target: Target.optional() }),
    reply: z.object({
      success: z.literal(true),
      /** `value`: the id or option key that the text matches; null if it matches none. */
      values: z.array(z.object({ text: z.string(), rows: z.number().int(), value: z.string().nullable() })),
    }),
  }),
  check: route({
    ...given,
    method: 'POST',
    path: '/imports/:id/check',
    heavy: true,
    summary: 'What an import would do with all rows, without doing it',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      counts: ImportCounts,
      /** The first rows of each fate. */
      rows: z.record(z.enum(importFates), z.array(ImportRow)),
    }),
  }),
  correct: route({
    ...given,
    method: 'PATCH',
    path: '/imports/:id/rows',
    summary: 'Correct a cell of a file that is not imported yet',
    params: byId,
    body: z.object({
      row: rowNumber,
      column: z
        .number()
        .int()
        .min(0)
        .max(IMPORT_COLUMNS_MAX - 1),
      value: z.string().max(IMPORT_CELL_MAX, 'too_long'),
    }),
    reply: Done,
  }),
  rows: route({
    ...given,
    method: 'GET',
    path: '/imports/:id/rows',
    summary: `What became of the rows of an import, by their fate, in the order of the file (at most ${IMPORT_ROWS_LISTED})`,
    params: byId,
    /** `after`: the number of a row; those that follow it are listed. */
    query: z.object({ fate: z.enum(importFates), after: z.coerce.number().pipe(rowNumber).optional() }),
    reply: z.object({ success: z.literal(true), rows: z.array(ImportRow) }),
  }),
  run: route({
    ...given,
    method: 'POST',
    path: '/imports/:id/run',
    summary: 'Import the rows, in the background',
    params: byId,
    reply: One,
  }),
  failed: route({
    ...given,
    method: 'POST',
    path: '/imports/:id/failed',
    summary: 'An address, for ten minutes, of the rows that were not imported, each with its reason, as a CSV file',
    params: byId,
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time }),
  }),
  remove: route({
    ...given,
    method: 'DELETE',
    path: '/imports/:id',
    summary: 'Discard an import that was not started',
    params: byId,
    reply: Done,
  }),
}
