import {
  IMPORT_ROWS_LISTED,
  type ImportCounts,
  type ImportFate,
  type ImportRow,
  importFates,
} from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Fate, fatesOf, nothingSeen, readRows } from './fates.service.ts'
import * as queries from './import.queries.ts'
import { requireImport } from './import.service.ts'
import { contextOf, type ImportContext, type ImportRequest } from './import-context.service.ts'
import { PIECE_SIZE } from './import-operations.service.ts'
import { describeRow } from './import-rows.rules.ts'

/** The rows of a file with their fates, as an import would decide now. */
export async function* checkedRows(
  { db, businessId, importId }: { db: Db; businessId: string; importId: string },
  context: ImportContext,
): AsyncGenerator<{ row: queries.StoredRow; fate: Fate }[]> {
  const seen = nothingSeen()
  for (let number = 0; ; number++) {
    const rows = await queries.findPiece(db, businessId, importId, number)
    if (!rows) return
    const fates = await fatesOf(db, businessId, { read: readRows(rows, context), context, seen })
    yield rows.flatMap((row, i) => (fates[i] ? [{ row, fate: fates[i] }] : []))
    if (rows.length < PIECE_SIZE) return
  }
}

const ofEach = <T>(first: () => T) =>
  Object.fromEntries(importFates.map((fate) => [fate, first()])) as Record<ImportFate, T>

/** What an import would do with all rows. */
export async function checkImport(request: ImportRequest, id: string) {
  const { db, caller } = request
  const { settings } = await requireImport(request, id)
  const context = await contextOf(request, { settings })
  const counts: ImportCounts = ofEach(() => 0)
  const rows = ofEach<ImportRow[]>(() => [])
  for await (const piece of checkedRows({ db, businessId: caller.businessId, importId: id }, context))
    for (const { row, fate } of piece) {
      counts[fate.kind]++
      if (rows[fate.kind].length < IMPORT_ROWS_LISTED) rows[fate.kind].push(toRow(row, fate, context))
    }
  return { success: true as const, counts, rows }
}

function toRow([number, ...cells]: queries.StoredRow, fate: Fate, { settings }: ImportContext) {
  const left = fate.kind === 'left' ? fate : { reason: null, column: null }
  return describeRow(cells, settings, {
    row: number,
    fate: fate.kind,
    reason: left.reason,
    column: left.column,
    joins: fate.kind === 'join' ? fate.person.row : null,
    lead: fate.kind === 'update' ? { _id: fate.leadId, campaignId: fate.campaignId } : null,
  })
}
