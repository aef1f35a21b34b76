import type { LeftReason } from '#contract/leads/operations.ts'
import { IMPORT_ROWS_LISTED, type ImportFate } from '#contract/leads/sheets/lead-import.ts'
import { invalidInput } from '../../../platform/http/errors.ts'
import * as queries from './import.queries.ts'
import { requireDraft, requireImport } from './import.service.ts'
import type { ImportRequest } from './import-context.service.ts'
import { describeRow } from './import-rows.rules.ts'

/** What became of the rows of an import that was started. */
export async function listRows(
  request: Pick<ImportRequest, 'db' | 'caller'>,
  importId: string,
  { fate, after = 0 }: { fate: ImportFate; after?: number | undefined },
) {
  const { db, caller } = request
  const { operationId, settings } = await requireImport(request, importId)
  if (!operationId || !settings) return { success: true as const, rows: [] }
  const wanted = { operationId, importId, fate, after, limit: IMPORT_ROWS_LISTED }
  const passed = await queries.listPassed(db, caller.businessId, wanted)
  const rows = passed.map(({ number, outcome, cells, column, joins, leadId, campaignId }) =>
    describeRow(cells ?? [], settings, {
      ...{ row: number, fate, column, joins },
      lead: leadId && campaignId ? { _id: leadId, campaignId } : null,
      reason: fate === 'left' ? (outcome as LeftReason) : null,
    }),
  )
  return { success: true as const, rows }
}

type Cell = { row: number; column: number; value: string }
/** Corrects a cell of a file that is not imported yet: the check and the import read the new value. */
export async function correctCell(request: ImportRequest, importId: string, { row, column, value }: Cell) {
  const { db, caller } = request
  const { businessId } = caller
  await db.transaction().execute(async (tx) => {
    const { columns } = await requireDraft(tx, request, importId)
    if (column >= columns.length) throw invalidInput('column', 'invalid_value')
    const piece = await queries.lockPieceOfRow(tx, businessId, importId, row)
    const found = piece?.rows.find(([number]) => number === row)
    if (!piece || !found) throw invalidInput('row', 'invalid_value')
    const cells: string[] = found.slice(1).map(String)
    while (cells.length <= column) cells.push('')
    cells[column] = value
    const rows = piece.rows.map((one): queries.StoredRow => (one === found ? [row, ...cells] : one))
    await queries.updatePiece(tx, businessId, { importId, number: piece.number, rows })
  })
}
