import type { Language } from '#contract/constants.ts'
import { isOwnFieldName, keyOfFieldName, type OwnField } from '#contract/lead-fields/own-fields.ts'
import type { utmFields } from '#contract/leads/attribution.ts'
import type { ExportColumn, ShownExportColumn } from '#contract/leads/sheets/lead-export.ts'
import { wallTimeOf } from '#contract/values/clock.ts'
import { formatPhone } from '#contract/values/phones.ts'
import type { Cell } from '../../../platform/sheets/xlsx-writer.ts'
import { translate } from '../../../platform/texts.ts'
import { type FieldDefinitions, shownFields, toWire } from '../../lead-fields/values.rules.ts'
import { statusName } from '../leads.presenter.ts'
import type { ExportedRow } from './export.queries.ts'

const AGOROT = 100
/** Separates the parts of a cell with several values. */
const PARTS = '; '

/**
 * Several values in one cell. If one holds a separator, each ends with a new line instead, so that an import reads the
 * same values.
 */
export const joinParts = (parts: readonly string[]) =>
  parts.some((part) => /[;,]/.test(part)) ? parts.map((part) => `${part}\n`).join('') : parts.join(PARTS)

const shekels = (agorot: number | null) => (agorot === null ? null : agorot / AGOROT)
const timeOf = (at: string | null): Cell => at && { wallTime: wallTimeOf(at) }
const utm = (field: (typeof utmFields)[number]) => (row: ExportedRow) => row.utm?.[field] ?? null

type Reader = { language: Language; own: FieldDefinitions }
const columns: Record<ExportColumn, (row: ExportedRow, reader: Reader) => Cell> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  phone: ({ phone }) => phone && formatPhone(phone),
  email: ({ email }) => email,
  campaign: (row) => row.campaign_name,
  status: (row, { language }) => statusName(row, language),
  source: ({ source }) => source,
  date: (row) => timeOf(row.created_at),
  assignedTo: (row) => row.assigned_name,
  value: ({ value }) => shekels(value),
  tags: ({ tags }) => joinParts(tags ?? []),
  utmSource: utm('source'),
  utmMedium: utm('medium'),
  utmCampaign: utm('campaign'),
  utmContent: utm('content'),
  utmTerm: utm('term'),
  lastActivity: (row) => timeOf(row.last_activity_at),
  firstResponse: (row) => timeOf(row.first_response_at),
  responseDue: (row) => (row.first_response_at === null ? timeOf(row.response_due_at) : null),
  meetingStatus: ({ meeting_status }, { language }) =>
    translate(language, 'leads', `meetingStatuses.${meeting_status}`),
  lostReason: (row) => row.lost_reason,
}

/** A value of an own field as people read it. */
export function ownCell(field: Pick<OwnField, 'type' | 'options'>, stored: unknown, language: Language): Cell {
  const value = toWire(field, stored)
  if (value === undefined) return null
  const nameOf = (key: unknown) => {
    const option = field.options.find((one) => one.key === key)
    return (language === 'he' ? option?.nameHe : option?.nameEn) ?? ''
  }
  if (field.type === 'choice') return nameOf(value)
  if (field.type === 'date') return { wallTime: String(value) }
  if (typeof value === 'boolean') return translate(language, 'lead-sheets', value ? 'yes' : 'no')
  if (typeof value === 'number') return field.type === 'money' ? shekels(value) : value
  return typeof value === 'string' ? value : joinParts(value.map(nameOf))
}

const ownField = (own: FieldDefinitions, column: string) =>
  isOwnFieldName(column) ? shownFields(own).find(({ key }) => key === keyOfFieldName(column)) : undefined

/** The columns that exist: an own field may have been deleted. */
export const knownColumns = (own: FieldDefinitions, chosen: readonly ShownExportColumn[]) =>
  chosen.filter((column) => !isOwnFieldName(column) || ownField(own, column) !== undefined)

const ownTexts = ['id']
/** The name of a column, as the lead list calls it. */
export function titleOf(column: ShownExportColumn, { language, own }: Reader): string {
  const field = ownField(own, column)
  if (field) return language === 'he' ? field.nameHe : field.nameEn
  return ownTexts.includes(column)
    ? translate(language, 'lead-sheets', `columns.${column}`)
    : translate(language, 'leads', `columns.${column}`)
}

/** A function that gives the cells of a lead. */
export function cellsOf(chosen: readonly ShownExportColumn[], reader: Reader) {
  const readers = chosen.map((column) => {
    if (!isOwnFieldName(column)) return (row: ExportedRow) => columns[column](row, reader)
    const field = ownField(reader.own, column)
    return (row: ExportedRow) => (field ? ownCell(field, row.fields[field.key], reader.language) : null)
  })
  return (row: ExportedRow) => readers.map((read) => read(row))
}

export const cellText = (cell: Cell) =>
  cell === null ? '' : typeof cell === 'object' ? cell.wallTime : typeof cell === 'number' ? String(cell) : cell
