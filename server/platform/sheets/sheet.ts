import type { ErrorCode } from '#contract/errors.ts'

/** A row of a file: its number, from 1, and its cells as text. */
export type SheetRow = { number: number; cells: string[] }
/** A file that is refused, with the code of the reason. */
export class SheetRefusal extends Error {
  readonly code: ErrorCode
  constructor(code: ErrorCode) {
    super(code)
    this.code = code
  }
}
/** Longest text of a cell that is kept: one more than any field may have, so that longer ones are named as too long. */
export const CELL_MAX = 5_001
/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (text: string) => text.slice(0, CELL_MAX).replaceAll('\0', '').toWellFormed()
