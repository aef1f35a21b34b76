/** Maximum size of a file (specification, history tab Files). */
export const FILE_MAX_BYTES = 25 * 1024 * 1024
/** Error codes, rights and retention periods of files, and what the service worker reads, too. They are separate from the routes, because every page loads the rights. */
export const fileErrors = {
  file_not_found: 404,
  lead_files_full: 409,
  business_files_full: 409,
  /** A program or a page with scripts. */
  file_type_refused: 415,
  /** The content is of another type than the name. */
  file_type_differs: 415,
  file_empty: 422,
} as const
export const fileRights = {
  'files.add': ['Owner', 'Admin', 'Affiliate', 'Lead', 'Writer'],
  /** Files that others added; one's own need only files.add. */
  'files.deleteOthers': ['Owner', 'Admin', 'Lead'],
} as const
export const filePeriods = {
  /** Deleted files, for undo. */
  deletedFiles: { unit: 'days', amount: 1 },
} as const
