/** One line of a CSV file, each value quoted where it must be. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}\r\n`

/**
 * Programs that open tables run a cell that begins so, with full-width signs (U+FF1D, FF0B, FF0D, FF20) as well.
 * Where their list separator is a semicolon or a tab, a quote inside a line means nothing to them: what follows the
 * separator, or a new line, begins a cell too.
 */
const FORMULA = /(^\s*|[;\t\r\n])(?="*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
/** An apostrophe at the beginning is taken for the mark that makes a text of a cell; one more keeps it. */
const MARKED = /^[\t\r\n']/

/** An apostrophe before it makes it text. */
function csvValue(value: string): string {
  const safe = (MARKED.test(value) ? `'${value}` : value).replace(FORMULA, (before) =>
    /^[;\t\r\n]$/.test(before) ? `${before}'` : `'${before}`,
  )
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Where a file begins with it, spreadsheets read it as UTF-8. */
export const BOM = '\ufeff'
