import { readCsv } from './csv-reader.ts'
import { SheetRefusal, type SheetRow } from './sheet.ts'
import { readXlsx } from './xlsx-reader.ts'

const startsWith = (bytes: Buffer, ...head: number[]) => head.every((byte, i) => bytes[i] === byte)

/** Opens a file by its content, whatever its name says. */
export function openSheet(bytes: Buffer): { format: 'csv' | 'xlsx'; rows: AsyncGenerator<SheetRow> } {
  if (startsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { format: 'xlsx', rows: readXlsx(bytes) }
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new SheetRefusal('file_is_xls')
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) throw new SheetRefusal('file_not_sheet')
  return { format: 'csv', rows: readCsv(bytes) }
}
