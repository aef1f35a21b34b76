import { z } from 'zod'
import { time } from '../../common.ts'
import { isOwnFieldName, OWN_FIELDS_MAX, type OwnFieldName } from '../../lead-fields/own-fields.ts'
import { route } from '../../route.ts'
import { type LeadFieldWith, leadFields, leadFieldsWith } from '../lead-fields.ts'
import { LeadChoice } from '../operations.ts'

/** Maximum number of leads in a file: a sheet holds 1,048,576 rows. */
export const LEAD_EXPORT_MAX = 1_000_000
/** How long the address of an export works, in seconds. */
export const EXPORT_LINK_SECONDS = 600
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Columns whose value depends on the reader, or is a part of other columns. */
const unexported = ['duplicate', 'nextFollowUp'] as const
type RegistryColumn = (typeof leadFields)[LeadFieldWith<'column'>]['column']
export type ExportColumn = 'id' | 'lostReason' | Exclude<RegistryColumn, (typeof unexported)[number]>
const isExported = (column: RegistryColumn): column is Exclude<RegistryColumn, (typeof unexported)[number]> =>
  !unexported.some((other) => other === column)
/** Columns of a file: the lead's id, those of the registry, and the lost reason. */
export const exportColumns: readonly ExportColumn[] = [
  'id',
  ...leadFieldsWith('column')
    .map((field) => leadFields[field].column)
    .filter(isExported),
  'lostReason',
]
export type ShownExportColumn = ExportColumn | OwnFieldName
export const isExportColumn = (key: string): key is ShownExportColumn =>
  isOwnFieldName(key) || exportColumns.some((column) => column === key)

export const LeadExport = z.object({
  choice: LeadChoice,
  /** Columns in the order of the file. */
  columns: z
    .array(z.string().max(40).refine(isExportColumn, 'invalid_value'))
    .min(1, 'required')
    .max(exportColumns.length + OWN_FIELDS_MAX)
    .refine((columns) => new Set(columns).size === columns.length, 'invalid_value'),
  format: z.enum(exportFormats),
})
export type LeadExport = z.output<typeof LeadExport>

export const leadExportRoutes = {
  link: route({
    method: 'POST',
    path: '/lead/export',
    access: 'None',
    can: 'leads.export',
    whileClosing: true,
    summary: `An address, for ten minutes, of the chosen leads as a CSV or XLSX file (at most ${LEAD_EXPORT_MAX}), newest first`,
    body: LeadExport,
    /** `leads`: how many leads the choice has now. */
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time, leads: z.number().int() }),
  }),
}
