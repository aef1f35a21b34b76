import type { Language } from '#contract/constants.ts'
import type { LeftReason, OperationKind, UndoPreview } from '#contract/leads/operations.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Author } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'

/** An action in the form that its handler defines. The action of an undo is the one that it reverts. */
export type Action = { kind: OperationKind; [parameter: string]: unknown }
/**
 * A change that an operation made: the previous values, in the form that its handler stored, and the revisions before
 * and after the change, if the handler keeps them.
 */
export type AppliedChange = { before: unknown; revision: number | null; priorRevision: number | null }
/** The outcome for one item. */
export type Outcome = {
  id: string
  outcome: 'changed' | 'same' | LeftReason
  before: unknown
  revision: number | null
  /** The revision before a change; an undo does not give it. */
  priorRevision?: number | null
  /** Set if an earlier batch stored an outcome of the item, which this one replaces: that outcome. */
  replaces?: 'changed' | 'same'
}
/** The progress of an operation; `passed` is the number of items with an outcome. */
export type Progress = { operationId: string; action: Action; passed: number }
/** Items of one operation that are changed in one transaction. */
export type Batch = Progress & {
  ids: readonly string[]
  /** If the operation is an undo, the changes of the action that it reverts, by item id; otherwise null. */
  undoes: ReadonlyMap<string, AppliedChange> | null
  /** Campaigns in which the author may apply the action; null means all campaigns. */
  campaigns: readonly string[] | null
  now: Date
}

/** What handlers that send something need. */
export type ApplyDeps = Pick<
  Deps,
  'env' | 'now' | 'workerDb' | 'mail' | 'sms' | 'channels' | 'whatsApp' | 'templateSources'
>

/** Defines how operations change the rows of a feature. The feature registers it in its manifest. */
export type OperationHandler = {
  /** Kind of items; stored with each operation. */
  subject: string
  /** Applies the action to a batch, or reverts it. Runs in the transaction that stores the outcomes. */
  apply: (tx: Db, author: Author, batch: Batch, deps: ApplyDeps) => Promise<Outcome[]>
  /**
   * Returns ids of the next items if the operation was stored without its items, as for the rows of a file. An empty
   * list means that the operation is done.
   */
  next?: (tx: Db, progress: Progress) => Promise<string[]>
  /** Campaigns in which a member may apply the action; null means all campaigns. */
  campaignsFor: (caller: Member, action: Action) => readonly string[] | null
  /** Whether the undo of this kind can be undone; absent: of none. */
  canRedo?: (kind: OperationKind) => boolean
  /** Throws unless the caller may undo an operation on one item. Absent: `campaignsFor` decides alone. */
  requireUndo?: (db: Db, caller: Member, itemId: string, action: Action) => Promise<void>
  /** Counts and lists items that an operation changed and that were changed again since. Absent: they are not known. */
  changedSince?: (db: Db, businessId: string, operationId: string, limit: number) => Promise<ChangedSince>
  /** What the outcome of an undo says of the fields that it restored. */
  shownChanges?: (reading: Reading, outcome: Outcome) => Promise<Pick<UndoPreview, 'changes' | 'ownFields'>>
  /** Names of the items that the caller may read. */
  namesOf: (db: Db, caller: Member, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

export type ChangedSince = { total: number; ids: string[] }
type Reading = { db: Db; caller: Member; language: Language }

export type Handlers = { operationHandlers: readonly OperationHandler[] }
/** The handler of a subject. Throws if no feature registers the subject. */
export function handlerOf({ operationHandlers }: Handlers, subject: string): OperationHandler {
  const handler = operationHandlers.find((one) => one.subject === subject)
  if (!handler) throw new Error(`No feature handles operations on ${subject}`)
  return handler
}
