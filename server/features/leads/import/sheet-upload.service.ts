import { IMPORT_COLUMNS_MAX, IMPORT_ROWS_MAX } from '#contract/leads/sheets/lead-import.ts'
import type { Db } from '../../../platform/db/db.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { SheetRefusal, type SheetRow } from '../../../platform/sheets/sheet.ts'
import { openSheet } from '../../../platform/sheets/sheet-reader.ts'
import type { FieldDefinitions } from '../../lead-fields/values.rules.ts'
import { scanDates } from './column-types.rules.ts'
import { describeColumns } from './columns.rules.ts'
import { deleteImport, insertImport, insertPiece, type StoredRow, updateImport } from './import.queries.ts'
import { PIECE_SIZE } from './import-operations.service.ts'

/** Rows whose values are shown as samples, and decide whether a column is sensitive. */
const SAMPLED = 20

type Upload = { businessId: string; userId: string; name: string; bytes: Buffer; own: FieldDefinitions; now: Date }
/** Reads a file whole and stores its rows. A file that is refused leaves nothing. */
export async function storeSheet(db: Db, { businessId, userId, name, bytes, own, now }: Upload): Promise<string> {
  const id = newId()
  try {
    const { format, rows } = openSheet(bytes)
    await insertImport(db, businessId, { id, userId, name, format })
    const { titles, samples, dates, count } = await storeRows(rows, IMPORT_ROWS_MAX[format], (number, piece) =>
      insertPiece(db, businessId, { importId: id, number, rows: piece }),
    )
    const columns = describeColumns(
      titles.map((title, i) => ({
        title,
        values: samples.flatMap((row) => row[i] || []),
        dateOrders: dates.ordersOf(i),
      })),
      own,
    )
    await updateImport(db, businessId, id, { columns, row_count: count, read_at: now.toISOString() })
    return id
  } catch (error) {
    await deleteImport(db, businessId, id)
    throw error instanceof SheetRefusal ? new AppError(error.code) : error
  }
}

type StorePiece = (number: number, rows: StoredRow[]) => Promise<unknown>
/** The first row that is not empty holds the titles. Empty rows are left out. */
async function storeRows(rows: AsyncIterable<SheetRow>, most: number, store: StorePiece) {
  let titles: string[] | undefined
  let piece: StoredRow[] = []
  const samples: string[][] = []
  const dates = scanDates()
  let [count, pieces] = [0, 0]
  for await (const { number, cells } of rows) {
    const last = cells.findLastIndex((cell) => cell.trim() !== '')
    if (last < 0) continue
    if (last >= IMPORT_COLUMNS_MAX) throw new SheetRefusal('file_too_many_columns')
    const filled = cells.slice(0, last + 1)
    if (!titles) {
      titles = filled.map((title) => title.replace(/\s+/g, ' ').trim().slice(0, 200))
      continue
    }
    if (count++ === most) throw new SheetRefusal('file_too_many_rows')
    if (samples.length < SAMPLED) samples.push(filled.map((cell) => cell.trim().slice(0, 200)))
    dates.pass(filled)
    piece.push([number, ...filled])
    if (piece.length === PIECE_SIZE) {
      await store(pieces++, piece)
      piece = []
    }
  }
  if (!titles || count === 0) throw new SheetRefusal('file_without_rows')
  if (piece.length) await store(pieces, piece)
  // Cells beside the titles are columns without one.
  const width = Math.max(titles.length, ...samples.map((row) => row.length))
  return { titles: Array.from({ length: width }, (_, i) => titles?.[i] ?? ''), samples, dates, count }
}
