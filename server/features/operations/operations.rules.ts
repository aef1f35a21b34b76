import type { Language } from '#contract/constants.ts'
import type { Operation } from '#contract/leads/operations.ts'
import type { Member } from '../../platform/http/caller.ts'
import type { Action, OperationHandler } from './operation-handler.ts'
import type { OperationRow } from './operations.queries.ts'

/** The author whose operations a member may see and undo; null means all authors. */
export const seesOperationsOf = ({ role, userId }: Member) => (role === 'Owner' ? null : userId)

const hasEnded = ({ state }: Pick<OperationRow, 'state'>) => state !== 'queued' && state !== 'running'
type Undoable = Pick<
  OperationRow,
  'kind' | 'action' | 'isRequired' | 'state' | 'done' | 'undoneBy' | 'undoState' | 'undoDone' | 'undoneKind'
>
/**
 * Whether there are changes to undo. An undo that was stopped, or that restored nothing, can be repeated. An undo is
 * undone once: what it undid can then be undone itself.
 */
export const canUndo = (row: Undoable, { canRedo }: Pick<OperationHandler, 'canRedo'>) =>
  (row.kind !== 'undo' || (row.undoneKind !== 'undo' && (canRedo?.(row.action.kind) ?? false))) &&
  !row.isRequired &&
  hasEnded(row) &&
  row.done > 0 &&
  (row.undoneBy === null || row.undoState === 'cancelled' || row.undoState === 'failed' || isVain(row))

/** The undo has ended without restoring anything. */
const isVain = ({ undoState, undoDone }: Undoable) => undoState === 'done' && undoDone === 0

type Shown = { language: Language; handler: Pick<OperationHandler, 'canRedo'>; names: ReadonlyMap<string, string> }
export const toOperation = (row: OperationRow, { language, handler, names }: Shown): Operation => ({
  _id: row.id,
  kind: row.kind,
  undoes: row.undoes ? { _id: row.undoes, kind: row.undoneKind ?? row.action.kind } : null,
  subject: (language === 'he' ? row.statusHe : row.statusEn) ?? row.personName ?? row.campaignName,
  lead: leadOf(row, names),
  fields: fieldsOf(row.action),
  tags: row.action.kind === 'tag' ? tagsOf(row.action) : null,
  author: { _id: row.authorId, name: row.authorName ?? '', image: row.authorImage },
  state: row.state,
  total: row.total,
  done: row.done,
  skipped: row.skipped,
  error: row.error,
  undoneBy: row.undoneBy,
  canUndo: canUndo(row, handler),
  canCancel: !hasEnded(row) && !row.isRequired,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  finishedAt: row.finishedAt,
})

const leadOf = ({ leadId, leadCampaignId }: OperationRow, names: ReadonlyMap<string, string>) =>
  leadId === null
    ? null
    : { _id: leadId, name: names.get(leadId) ?? '', campaignId: names.has(leadId) ? leadCampaignId : null }

const fieldsOf = ({ fields }: Action) => (Array.isArray(fields) ? fields.map(String) : [])
const tagsOf = ({ add = [], remove = [] }: Action) => ({ add: add as string[], remove: remove as string[] })
