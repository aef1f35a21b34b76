import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import { CELL_MAX, SheetRefusal, type SheetRow, storable } from './sheet.ts'
import { openZip, type Zip } from './zip-reader.ts'

/** Limits of what a part unpacks to: a sheet of 100,000 rows has about 60 MB. */
const SHEET_BYTES_MAX = 400_000_000
const STRINGS_BYTES_MAX = 60_000_000
const SMALL_BYTES_MAX = 5_000_000
/** Maximum size of the text between two tags, which the parser holds in memory. */
const TEXT_BYTES_MAX = 1_000_000
/** The last row that a sheet can have. */
const ROW_MAX = 1_048_576
/** Cells further to the right are not read. */
const COLUMNS_READ = 200
const DAY_MS = 86_400_000
const [EPOCH, EPOCH_1904] = [Date.UTC(1899, 11, 30), Date.UTC(1904, 0, 1)]
const DAY_LENGTH = 10

type Tag = { name: string; of: Record<string, string> }
type Handlers = { open?: (tag: Tag) => void; text?: (text: string) => void; close?: (name: string) => void }
/** Names without the prefix of their namespace. */
const plain = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses a part; after each piece of it, yields. A document type, which could define entities, is refused. */
async function* parseXml(zip: Zip, part: string, maxBytes: number, { open, text, close }: Handlers) {
  const parser = new SaxesParser({ position: false })
  let sinceTag = 0
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag = 0
    const of = attributes as Record<string, SaxesAttributePlain['value']>
    open?.({ name: plain(name), of })
  })
  if (text) parser.on('text', text)
  parser.on('closetag', ({ name }) => {
    sinceTag = 0
    close?.(plain(name))
  })
  const refuse = () => {
    throw new SheetRefusal('file_broken')
  }
  parser.on('error', refuse)
  parser.on('doctype', refuse)
  const decoder = new TextDecoder()
  for await (const piece of zip.read(part, maxBytes)) {
    sinceTag += piece.length
    parser.write(decoder.decode(piece, { stream: true }))
    if (sinceTag > TEXT_BYTES_MAX) refuse()
    yield
  }
  parser.close()
  yield
}
async function readXml(zip: Zip, part: string, maxBytes: number, handlers: Handlers) {
  for await (const _ of parseXml(zip, part, maxBytes, handlers));
}

/** The path of the first sheet, and whether days are counted from 1904. */
async function findSheet(zip: Zip) {
  let [relation, isFrom1904] = ['', false]
  await readXml(zip, 'xl/workbook.xml', SMALL_BYTES_MAX, {
    open: ({ name, of }) => {
      if (name === 'sheet' && !relation) relation = of['r:id'] ?? ''
      if (name === 'workbookPr') isFrom1904 = of.date1904 === '1' || of.date1904 === 'true'
    },
  })
  let path = 'xl/worksheets/sheet1.xml'
  await readXml(zip, 'xl/_rels/workbook.xml.rels', SMALL_BYTES_MAX, {
    open: ({ name, of: { Id, Target = '' } }) => {
      if (name === 'Relationship' && Id === relation)
        path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
    },
  })
  return { path, isFrom1904 }
}

/** Formats of dates and times among those that every workbook has. */
const isDateFormat = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)
/** A format of dates has a letter for a day, a month, a year or an hour outside quotes and brackets. */
const isDateCode = (code: string) => /[dmyh]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, ''))

/** Which cell styles are dates, by their place. */
async function readDateStyles(zip: Zip) {
  const styles: boolean[] = []
  if (!zip.has('xl/styles.xml')) return styles
  const custom = new Map<string, boolean>()
  let isInCells = false
  await readXml(zip, 'xl/styles.xml', SMALL_BYTES_MAX, {
    open: ({ name, of }) => {
      if (name === 'numFmt') custom.set(of.numFmtId ?? '', isDateCode(of.formatCode ?? ''))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells)
        styles.push(custom.get(of.numFmtId ?? '') ?? isDateFormat(Number(of.numFmtId)))
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false
    },
  })
  return styles
}

/** The shared strings that cells refer to, without phonetic readings of Chinese characters (`rPh`). */
async function readStrings(zip: Zip) {
  const strings: string[] = []
  if (!zip.has('xl/sharedStrings.xml')) return strings
  let [current, isText, isReading] = ['', false, false]
  await readXml(zip, 'xl/sharedStrings.xml', STRINGS_BYTES_MAX, {
    open: ({ name }) => {
      if (name === 'si') current = ''
      else if (name === 'rPh') isReading = true
      else if (name === 't') isText = !isReading
    },
    text: (text) => {
      if (isText && current.length < CELL_MAX) current += text
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isReading = false
      else if (name === 'si') strings.push(storable(current))
    },
  })
  return strings
}

function columnOf(place: string) {
  let column = 0
  for (const letter of place) {
    if (letter < 'A' || letter > 'Z') break
    column = column * 26 + letter.charCodeAt(0) - 64
  }
  return column - 1
}

function dateText(days: number, isFrom1904: boolean) {
  const moment = new Date(Math.round(((isFrom1904 ? EPOCH_1904 : EPOCH) + days * DAY_MS) / 1_000) * 1_000)
  if (Number.isNaN(moment.getTime())) return String(days)
  const text = moment.toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith('00:00:00') ? text.slice(0, DAY_LENGTH) : text
}

type Cell = { at: number; type: string; style: number; value: string }
/** Rows of the first sheet of a workbook; dates as `2026-01-31` or with the time, numbers in decimal notation. */
export async function* readXlsx(bytes: Buffer): AsyncGenerator<SheetRow> {
  const zip = openZip(bytes)
  if (!zip.has('xl/workbook.xml')) throw new SheetRefusal('file_not_sheet')
  const { path, isFrom1904 } = await findSheet(zip)
  const [strings, dates] = [await readStrings(zip), await readDateStyles(zip)]
  const textOf = ({ type, style, value }: Cell) => {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'true' : 'false'
    if (type !== 'n' || value === '') return storable(value)
    const number = Number(value)
    return dates[style] && number >= 0 ? dateText(number, isFrom1904) : String(number)
  }
  let [ready, row, number, isValue]: [SheetRow[], string[], number, boolean] = [[], [], 0, false]
  let cell: Cell = { at: 0, type: 'n', style: 0, value: '' }
  const handlers: Handlers = {
    open: ({ name, of }) => {
      if (name === 'row') {
        row = []
        number = of.r === undefined ? number + 1 : Number(of.r)
        if (!Number.isInteger(number) || number < 1 || number > ROW_MAX) throw new SheetRefusal('file_broken')
      } else if (name === 'c') {
        const at = of.r ? columnOf(of.r) : cell.at + 1
        cell = { at, type: of.t ?? 'n', style: Number(of.s ?? 0), value: '' }
      } else if (name === 'v' || name === 't') isValue = true
    },
    text: (text) => {
      if (isValue && cell.value.length < CELL_MAX) cell.value += text
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'c' && cell.at >= 0 && cell.at < COLUMNS_READ) row[cell.at] = textOf(cell)
      else if (name === 'row') {
        ready.push({ number, cells: Array.from(row, (value) => value ?? '') })
        cell = { ...cell, at: -1 }
      }
    },
  }
  for await (const _ of parseXml(zip, path, SHEET_BYTES_MAX, handlers)) {
    const rows = ready
    ready = []
    yield* rows
  }
}
