/** Programs that open tables run what begins so; an apostrophe before it makes it text (one more where there is one). */
const FORMULA = /^[=+\-@\t\r']/

/** One line of a CSV file, each value quoted where it must be. */
export const csvLine = (values: readonly string[]) => `${values.map(csvValue).join(',')}\r\n`

function csvValue(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Where a file begins with it, spreadsheets read it as UTF-8. */
export const BOM = '\ufeff'
