/**
 * Error codes, rights and retention periods of exports and imports. They are separate from the routes, because every
 * page loads them (features.ts).
 */
export const sheetErrors = {
  too_many_to_export: 422,
  import_not_found: 404,
  /** The rows are being imported, or were. */
  import_started: 409,
  /** Settings are missing, or do not fit the file. */
  import_unset: 409,
  file_not_sheet: 422,
  /** A workbook of Excel 97–2003. */
  file_is_xls: 422,
  file_broken: 422,
  /** The unpacked content is too large for the size of the file. */
  file_unpacks_too_large: 422,
  file_without_rows: 422,
  file_too_many_rows: 422,
  file_too_many_columns: 422,
} as const
export const sheetRights = { 'leads.import': ['Owner', 'Admin', 'Lead'] } as const
export const sheetPeriods = {
  exports: { unit: 'days', amount: 1 },
  imports: { unit: 'days', amount: 30 },
  unfinishedImports: { unit: 'days', amount: 7 },
} as const
