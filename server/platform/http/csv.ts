/** Builds one line of a CSV file; values are quoted if needed. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}\r\n`

/** Spreadsheets evaluate cells with these beginnings as formulas, full-width signs (U+FF1D, FF0B, FF0D, FF20) included. */
const SIGN = '"*[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]'
/** Spreadsheets drop a leading apostrophe as the mark of a text cell; a second one preserves it. */
const MARKED = new RegExp(`^(?:[\\t\\r\\n']|\\s*${SIGN})`)
/**
 * If their separator is a semicolon or a tab, spreadsheets ignore quotes inside a line, so a cell may begin after a
 * separator or a new line, too.
 */
const INSIDE = new RegExp(`([;\\t\\r\\n])('*)(?=${SIGN})`, 'g')

/** Prefixes formulas with an apostrophe, which makes them text. `fromCsvValue` removes what it adds. */
export function safeCsvValue(value: string): string {
  const inside = value.replace(INSIDE, "$1'$2")
  return MARKED.test(value) ? `'${inside}` : inside
}

function csvValue(value: string): string {
  const safe = safeCsvValue(value)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const ADDED = new RegExp(`([;\\t\\r\\n])'('*)(?=${SIGN})`, 'g')
/** The value of a cell: without the apostrophes that `csvLine` adds. */
export const fromCsvValue = (cell: string): string => cell.replace(/^'/, '').replace(ADDED, '$1$2')

export const CSV_HEADERS = { 'content-type': 'text/csv; charset=utf-8' }

/** Makes spreadsheets read the file as UTF-8. */
export const BOM = '\ufeff'
