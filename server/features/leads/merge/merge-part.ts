import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'

/** A lead that is merged, and the one that is kept. */
export type Merge = { from: string; to: string; at: string }
/** Ids by the name of what was done to them, as an undo needs them. */
export type MoveRecord = Readonly<Record<string, readonly string[]>>

/** How the rows that a feature keeps by lead follow a merge and its undo. */
export type MergePart = {
  /** Under this name the record is stored. */
  name: string
  move: (tx: Db, author: Author, merge: Merge) => Promise<MoveRecord>
  putBack: (tx: Db, author: Author, merge: Merge & { record: MoveRecord }) => Promise<unknown>
}
