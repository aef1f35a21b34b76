import type { ImportRow, ImportSettings } from '#contract/leads/sheets/lead-import.ts'

/** Letters of a cell that a list of rows shows. */
const SHOWN = 200

/** A row for a list: what became of it, and what the file says of whom it is about. */
export function describeRow(
  cells: readonly string[],
  { columns }: Pick<ImportSettings, 'columns'>,
  decided: Omit<ImportRow, 'name' | 'contact' | 'value'>,
): ImportRow {
  const said = (target: ImportSettings['columns'][number]) => {
    const column = columns.indexOf(target)
    return column < 0 ? '' : (cells[column] ?? '').trim().slice(0, SHOWN)
  }
  const contact = said('phone') || said('email') || said('id')
  const value = decided.column === null ? '' : (cells[decided.column] ?? '')
  return { ...decided, name: said('name'), contact, value }
}
