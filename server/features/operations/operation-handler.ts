import type { LeftReason, OperationAction, ReplaceAction } from '#contract/leads/operations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Author } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'

/** An action of a user, or the replacement of a deleted status. */
export type Action = OperationAction | ReplaceAction
/** What an operation changed: the values before, as its handler noted them, and the revision after. */
export type AppliedChange = { before: unknown; revision: number }
/** The outcome for one row. */
export type Outcome = {
  leadId: string
  outcome: 'changed' | 'same' | LeftReason
  before: unknown
  revision: number | null
}
/** Rows of one operation that change in one transaction. */
export type Batch = {
  leadIds: readonly string[]
  action: Action
  /** The action's changes by id, where the operation is their undo. */
  undoes: ReadonlyMap<string, AppliedChange> | null
  /** Campaigns in which the author may do this; null: all. */
  campaigns: readonly string[] | null
  operationId: string
  now: Date
}

/** How operations change the rows of a feature, which registers it in its manifest. */
export type OperationHandler = {
  kinds: readonly Action['kind'][]
  /** Applies the action to a batch, or undoes it, in the transaction that stores the outcomes. */
  apply: (tx: Db, author: Author, batch: Batch) => Promise<Outcome[]>
  /** Campaigns in which a member may do this; null: all. */
  campaignsFor: (caller: Member, kind: OperationAction['kind']) => readonly string[] | null
  /** Names of those rows that the caller may read. */
  namesOf: (db: Db, caller: Member, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export type Handlers = { operationHandlers: readonly OperationHandler[] }
/** Throws for a kind that no feature registers. */
export function handlerOf({ operationHandlers }: Handlers, { kind }: Action): OperationHandler {
  const handler = operationHandlers.find(({ kinds }) => kinds.includes(kind))
  if (!handler) throw new Error(`No feature handles operations of the kind ${kind}`)
  return handler
}
