import type { LeftReason, OperationKind } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Author } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'

/** What an operation does: a shape that its handler knows. An undo has the action that it reverts. */
export type Action = { kind: OperationKind; [parameter: string]: unknown }
/** What an operation changed: the values before, as its handler noted them, and the revision after. */
export type AppliedChange = { before: unknown; revision: number }
/** The outcome for one item. */
export type Outcome = {
  id: string
  outcome: 'changed' | 'same' | LeftReason
  before: unknown
  revision: number | null
}
/** Where an operation stands; `passed` is the number of items with an outcome. */
export type Progress = { operationId: string; action: Action; passed: number }
/** Items of one operation that change in one transaction. */
export type Batch = Progress & {
  ids: readonly string[]
  /** The action's changes by id, where the operation is their undo. */
  undoes: ReadonlyMap<string, AppliedChange> | null
  /** Campaigns in which the author may do this; null: all. */
  campaigns: readonly string[] | null
  now: Date
}

/** How operations change the rows of a feature, which registers it in its manifest. */
export type OperationHandler = {
  /** Stored with each operation. */
  subject: string
  /** Applies the action to a batch, or undoes it, in the transaction that stores the outcomes. */
  apply: (tx: Db, author: Author, batch: Batch) => Promise<Outcome[]>
  /** Ids of the next items of an operation that was stored without them, as the rows of a file; none: it is done. */
  next?: (tx: Db, progress: Progress) => Promise<string[]>
  /** Campaigns in which a member may do this; null: all. */
  campaignsFor: (caller: Member, kind: OperationKind) => readonly string[] | null
  /** Names of those items that the caller may read. */
  namesOf: (db: Db, caller: Member, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export type Handlers = { operationHandlers: readonly OperationHandler[] }
/** Throws for a subject that no feature registers. */
export function handlerOf({ operationHandlers }: Handlers, subject: string): OperationHandler {
  const handler = operationHandlers.find((one) => one.subject === subject)
  if (!handler) throw new Error(`No feature handles operations on ${subject}`)
  return handler
}
