import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import { fromCsvValue } from '../http/csv.ts'
import { SheetRefusal, type SheetRow, storable } from './sheet.ts'

const CHUNK = 65_536
/** Number of bytes that are read to recognise UTF-16 and files that are not text. */
const HEAD = 4_096
/**
 * If at least this share of every second byte is zero or the high byte of Hebrew letters, a text without a byte order
 * mark is UTF-16.
 */
const UTF16_SHARE = 0.35
const HEBREW_HIGH = 5
const DELIMITERS = [',', ';', '\t', '|', '^', '~']
const RECORD_MAX = 1_000_000

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1255'

/**
 * Detects UTF-8 and UTF-16, with or without a byte order mark. Other texts are read as Windows-1255, in which Excel
 * saves Hebrew.
 */
export function encodingOf(bytes: Buffer): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const head = bytes.subarray(0, HEAD)
  const isHigh = (byte: number) => byte === 0 || byte === HEBREW_HIGH
  const shareAt = (odd: 0 | 1) => head.filter((byte, i) => i % 2 === odd && isHigh(byte)).length / head.length
  if (shareAt(1) > UTF16_SHARE) return 'utf-16le'
  if (shareAt(0) > UTF16_SHARE) return 'utf-16be'
  if (head.includes(0)) throw new SheetRefusal('file_not_sheet')
  return isUtf8(bytes) ? 'utf-8' : 'windows-1255'
}

/** Reads the whole file, because the first letter that is not ASCII may come late. */
function isUtf8(bytes: Buffer) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for (let at = 0; at < bytes.length; at += CHUNK)
      decoder.decode(bytes.subarray(at, at + CHUNK), { stream: at + CHUNK < bytes.length })
    return true
  } catch {
    return false
  }
}

function* textOf(bytes: Buffer, encoding: Encoding) {
  const decoder = new TextDecoder(encoding)
  for (let at = 0; at < bytes.length; at += CHUNK)
    yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true })
  yield decoder.decode()
}

/** The separator that the first line has most often outside quotes. */
function delimiterOf(bytes: Buffer, encoding: Encoding) {
  const text = new TextDecoder(encoding).decode(bytes.subarray(0, CHUNK))
  const [first = ''] = text
    .replace(/"[^"]*"/g, '')
    .trimStart()
    .split(/\r\n|\r|\n/, 1)
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** Rows of a CSV file in any encoding and with any separator. The apostrophes of our own exports are removed. */
export async function* readCsv(bytes: Buffer): AsyncGenerator<SheetRow> {
  const encoding = encodingOf(bytes)
  const delimiter = delimiterOf(bytes, encoding)
  const parser = parse({
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: RECORD_MAX,
  })
  const source = Readable.from(textOf(bytes, encoding))
  let number = 0
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      number++
      yield { number, cells: cells.map((cell) => storable(fromCsvValue(cell))) }
    }
  } catch (error) {
    // Thrown for a quote that is never closed, or a record that never ends.
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_')
      ? new SheetRefusal('file_broken')
      : error
  } finally {
    source.destroy()
  }
}
