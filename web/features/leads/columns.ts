import { type LeadColumn, leadColumns, type TableView } from '#contract/table-views.ts'

/** `width` in CSS pixels; a column that grows shares the room that is left, and is never narrower than that. */
type ColumnLook = { width: number; grows?: true; isHidden?: true }
/** The same for all that grow: they share alike, and what is pinned behind them has to know where they end. */
const growing = { width: 134, grows: true } as const

export const columnLooks: Record<LeadColumn, ColumnLook> = {
  name: { width: 176 },
  phone: { width: 112 },
  email: growing,
  status: { width: 132 },
  campaign: growing,
  source: { width: 116 },
  tags: { ...growing, isHidden: true },
  value: { width: 88 },
  assignedTo: { width: 72 },
  utmSource: { width: 116, isHidden: true },
  utmMedium: { width: 116, isHidden: true },
  utmCampaign: { ...growing, isHidden: true },
  utmContent: { ...growing, isHidden: true },
  utmTerm: { ...growing, isHidden: true },
  duplicate: { width: 84, isHidden: true },
  firstResponse: { width: 112, isHidden: true },
  lastActivity: { width: 112, isHidden: true },
  date: { width: 82 },
}
/** The box to choose a row; it is pinned together with the first two columns. */
export const CHECK_WIDTH = 44
/** The space behind the last column. */
export const END_WIDTH = 12
export const PINNED = 2

/** A column in its place; `width` where the person has set one. */
export type Column = { key: LeadColumn; isShown: boolean; width?: number | undefined }

const own = (key: LeadColumn): Column => ({ key, isShown: !columnLooks[key].isHidden })

/** All columns in the person's order; those that came to the product since stand behind their neighbours. */
export function columnsOf(view: TableView | undefined): Column[] {
  const columns: Column[] = []
  for (const kept of view?.columns ?? []) {
    const key = leadColumns.find((known) => known === kept.key)
    if (key) columns.push({ ...kept, key })
  }
  for (const [at, key] of leadColumns.entries()) {
    if (columns.some((column) => column.key === key)) continue
    const before = columns.findIndex((column) => column.key === leadColumns[at - 1])
    columns.splice(before + 1, 0, own(key))
  }
  return columns
}

/** The width that a column has, or at least has. */
export const widthOf = ({ key, width }: Column) => width ?? columnLooks[key].width
export const isGrowing = ({ key, width }: Column) => width === undefined && columnLooks[key].grows === true

/** Where each of the pinned columns stands while the others are scrolled: behind the box and those before it. */
export function pinnedOffsets(shown: readonly Column[]): number[] {
  const offsets: number[] = []
  let offset = CHECK_WIDTH
  for (const column of shown.slice(0, PINNED)) {
    offsets.push(offset)
    offset += widthOf(column)
  }
  return offsets
}

/** The column at `from` comes to stand at `to`. */
export function moveColumn(columns: readonly Column[], from: number, to: number): Column[] {
  const moved = columns[from]
  if (!moved) return [...columns]
  return columns.toSpliced(from, 1).toSpliced(to, 0, moved)
}
