import type { Language } from '#contract/constants.ts'
import type { Operation } from '#contract/leads/operations.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Action } from './operation-handler.ts'
import type { OperationRow } from './operations.queries.ts'

/** The author whose operations a member may see and undo; null means all authors. */
export const seesOperationsOf = ({ role, userId }: Member) => (role === 'Owner' ? null : userId)

const hasEnded = ({ state }: Pick<OperationRow, 'state'>) => state !== 'queued' && state !== 'running'
/** Whether there are changes to undo. An undo that was stopped can be repeated. */
export const canUndo = (row: Pick<OperationRow, 'kind' | 'isRequired' | 'state' | 'done' | 'undoneBy' | 'undoState'>) =>
  row.kind !== 'undo' &&
  !row.isRequired &&
  hasEnded(row) &&
  row.done > 0 &&
  (row.undoneBy === null || row.undoState === 'cancelled' || row.undoState === 'failed')

export const toOperation = (row: OperationRow, language: Language): Operation => ({
  _id: row.id,
  kind: row.kind,
  undoes: row.undoes ? { _id: row.undoes, kind: row.action.kind } : null,
  subject: (language === 'he' ? row.statusHe : row.statusEn) ?? row.personName,
  tags: row.action.kind === 'tag' ? tagsOf(row.action) : null,
  author: { _id: row.authorId, name: row.authorName ?? '', image: row.authorImage },
  state: row.state,
  total: row.total,
  done: row.done,
  skipped: row.skipped,
  error: row.error,
  undoneBy: row.undoneBy,
  canUndo: canUndo(row),
  canCancel: !hasEnded(row) && !row.isRequired,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
})

const tagsOf = ({ add = [], remove = [] }: Action) => ({ add: add as string[], remove: remove as string[] })
