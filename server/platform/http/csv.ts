/** One line of a CSV file, values quoted as needed. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}\r\n`

/**
 * Spreadsheets evaluate cells with these beginnings as formulas, full-width signs (U+FF1D, FF0B, FF0D, FF20) included. If
 * their separator is a semicolon or a tab, they ignore quotes inside a line, so a cell may begin after a separator or a
 * new line, too.
 */
const FORMULA = /(^\s*|[;\t\r\n])(?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
/** Spreadsheets drop a leading apostrophe as the mark of a text cell; a second one preserves it. */
const MARKED = /^[\t\r\n']/

/** Prefixes formulas with an apostrophe, which makes them text. */
function csvValue(value: string): string {
  const safe = (MARKED.test(value) ? `'${value}` : value).replace(FORMULA, (before) =>
    /^[;\t\r\n]$/.test(before) ? `${before}'` : `'${before}`,
  )
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const CSV_HEADERS = { 'content-type': 'text/csv; charset=utf-8' }

/** Makes spreadsheets read the file as UTF-8. */
export const BOM = '\ufeff'
