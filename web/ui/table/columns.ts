import type { TableView } from '#contract/leads/table-views.ts'

/** `width` in CSS pixels; a growing column shares the remaining width and is never narrower. */
export type ColumnLook = { width: number; grows?: true; isHidden?: true }
export type ColumnLooks<K extends string> = Record<K, ColumnLook>

/** Width of the checkbox column, which is pinned with the first two columns. */
export const CHECK_WIDTH = 44
/** Width of the last column, for row actions. */
export const END_WIDTH = 12
export const PINNED = 2

/** `width` if the person has set one. */
export type Column<K extends string = string> = { key: K; isShown: boolean; width?: number | undefined }

/** All columns in the person's order; newer columns follow their default neighbour. */
export function columnsOf<K extends string>(looks: ColumnLooks<K>, view: TableView | undefined): Column<K>[] {
  const keys: K[] = []
  for (const key in looks) keys.push(key)
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

/** Width of a fixed column, minimum width of a growing one. */
export const widthOf = <K extends string>(looks: ColumnLooks<K>, { key, width }: Column<K>) => width ?? looks[key].width
export const isGrowing = <K extends string>(looks: ColumnLooks<K>, { key, width }: Column<K>) =>
  width === undefined && looks[key].grows === true

/** Sticky offsets of the pinned columns. */
export function pinnedOffsets<K extends string>(looks: ColumnLooks<K>, shown: readonly Column<K>[], start: number) {
  const offsets: number[] = []
  let offset = start
  for (const column of shown.slice(0, PINNED)) {
    offsets.push(offset)
    offset += widthOf(looks, column)
  }
  return offsets
}

/** Moves the column at `from` to `to`. */
export function moveColumn<K extends string>(columns: readonly Column<K>[], from: number, to: number): Column<K>[] {
  const moved = columns[from]
  if (!moved) return [...columns]
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved)
}
