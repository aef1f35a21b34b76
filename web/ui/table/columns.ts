import type { TableView } from '#contract/table-views.ts'

/** `width` in CSS pixels; a column that grows shares the room that is left, and is never narrower than that. */
export type ColumnLook = { width: number; grows?: true; isHidden?: true }
export type ColumnLooks<K extends string> = Record<K, ColumnLook>

/** The box to choose a row; it is pinned together with the first two columns. */
export const CHECK_WIDTH = 44
/** The space behind the last column. */
export const END_WIDTH = 12
export const PINNED = 2

/** A column in its place; `width` where the person has set one. */
export type Column<K extends string = string> = { key: K; isShown: boolean; width?: number | undefined }

/** All columns in the person's order; those that came to the product since stand behind their neighbours. */
export function columnsOf<K extends string>(looks: ColumnLooks<K>, view: TableView | undefined): Column<K>[] {
  const keys = Object.keys(looks) as K[]
  const columns: Column<K>[] = []
  for (const kept of view?.columns ?? []) {
    const key = keys.find((known) => known === kept.key)
    if (key) columns.push({ ...kept, key })
  }
  for (const [at, key] of keys.entries()) {
    if (columns.some((column) => column.key === key)) continue
    const before = columns.findIndex((column) => column.key === keys[at - 1])
    columns.splice(before + 1, 0, { key, isShown: !looks[key].isHidden })
  }
  return columns
}

/** The width that a column has, or at least has. */
export const widthOf = <K extends string>(looks: ColumnLooks<K>, { key, width }: Column<K>) => width ?? looks[key].width
export const isGrowing = <K extends string>(looks: ColumnLooks<K>, { key, width }: Column<K>) =>
  width === undefined && looks[key].grows === true

/** Where each of the pinned columns stands while the others are scrolled: behind the box, if any, and those before it. */
export function pinnedOffsets<K extends string>(looks: ColumnLooks<K>, shown: readonly Column<K>[], start: number) {
  const offsets: number[] = []
  let offset = start
  for (const column of shown.slice(0, PINNED)) {
    offsets.push(offset)
    offset += widthOf(looks, column)
  }
  return offsets
}

/** The column at `from` comes to stand at `to`. */
export function moveColumn<K extends string>(columns: readonly Column<K>[], from: number, to: number): Column<K>[] {
  const moved = columns[from]
  if (!moved) return [...columns]
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved)
}
