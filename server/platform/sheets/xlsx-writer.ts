import { type ZipEntry, zipOf } from '../http/content/zip.ts'

/** A date is written in its parts: the wall clock of the business, `2026-01-31` or `2026-01-31 14:05:09`. */
export type Cell = string | number | { wallTime: string } | null
type Sheet = {
  name: string
  isRightToLeft: boolean
  head: readonly string[]
  rows: AsyncIterable<readonly (readonly Cell[])[]>
}

const NAMESPACE = 'http://schemas.openxmlformats.org'
const MAIN = `xmlns="${NAMESPACE}/spreadsheetml/2006/main"`
const OFFICE = `${NAMESPACE}/officeDocument/2006/relationships`
const PACKAGE = `${NAMESPACE}/package/2006`
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const PROLOG = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** Cell styles, by their place in styles.xml. */
const [HEAD, TIME, DAY] = [1, 2, 3]

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }
/** Characters that XML cannot hold are left out. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(UNWRITABLE, '')
    .replace(/[&<>"\r]/g, (sign) => entities[sign] ?? '')

const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

const DAY_MS = 86_400_000
/** Day 0 in spreadsheets. */
const EPOCH = Date.UTC(1899, 11, 30)
const numberOf = (wallTime: string) => (Date.parse(`${wallTime.replace(' ', 'T')}Z`) - EPOCH) / DAY_MS

function cellOf(cell: Cell, place: string): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'string') return textCell(cell, place)
  const isDay = cell.wallTime.length === 10
  const value = numberOf(isDay ? `${cell.wallTime} 00:00:00` : cell.wallTime)
  return `<c r="${place}" s="${isDay ? DAY : TIME}"><v>${value}</v></c>`
}
const textCell = (text: string, place: string, style = '') =>
  `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Texts are written as inline strings, so no table of shared strings is kept in memory and no text is a formula. */
async function* sheetXml({ isRightToLeft, head, rows }: Sheet) {
  const columns = head.map((_, i) => columnName(i))
  const view = `<sheetView${isRightToLeft ? ' rightToLeft="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`
  const width = `<cols><col min="1" max="${head.length}" width="18" customWidth="1"/></cols>`
  const titles = head.map((title, i) => textCell(title, `${columns[i]}1`, ` s="${HEAD}"`)).join('')
  yield `${PROLOG}<worksheet ${MAIN}><sheetViews>${view}</sheetViews>${width}<sheetData><row r="1">${titles}</row>`
  let number = 1
  for await (const piece of rows) {
    let text = ''
    for (const row of piece) {
      number++
      const cells = row.map((cell, i) => cellOf(cell, `${columns[i]}${number}`)).join('')
      text += `<row r="${number}">${cells}</row>`
    }
    yield text
  }
  yield '</sheetData></worksheet>'
}

const styles = `${PROLOG}<styleSheet ${MAIN}><numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`
const partType = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`
const related = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
const relations = (...of: string[]) =>
  `${PROLOG}<Relationships xmlns="${PACKAGE}/relationships">${of.join('')}</Relationships>`

async function* partsOf(sheet: Sheet): AsyncGenerator<ZipEntry> {
  const part = (name: string, text: string) => ({ name, bytes: Buffer.from(text), isPacked: true })
  const types = [
    partType('/xl/workbook.xml', 'sheet.main'),
    partType('/xl/worksheets/sheet1.xml', 'worksheet'),
    partType('/xl/styles.xml', 'styles'),
  ]
  yield part(
    '[Content_Types].xml',
    `${PROLOG}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${types.join('')}</Types>`,
  )
  yield part('_rels/.rels', relations(related(1, 'officeDocument', 'xl/workbook.xml')))
  yield part(
    'xl/workbook.xml',
    `${PROLOG}<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  )
  yield part(
    'xl/_rels/workbook.xml.rels',
    relations(related(1, 'worksheet', 'worksheets/sheet1.xml'), related(2, 'styles', 'styles.xml')),
  )
  yield part('xl/styles.xml', styles)
  yield { name: 'xl/worksheets/sheet1.xml', bytes: bytesOf(sheetXml(sheet)), isPacked: true }
}
async function* bytesOf(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text)
}

export const XLSX_HEADERS = { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }
/** Streams a workbook of one sheet with a bold, fixed first row. Memory does not grow with the rows. */
export const xlsxOf = (sheet: Sheet, now: Date) => zipOf(partsOf(sheet), now)
