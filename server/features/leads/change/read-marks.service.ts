import type { Db } from '../../../platform/db/db.ts'
import type { Batch, Outcome } from '../../operations/operation-handler.ts'
import { lockReadMarks, type ReadMark, updateRead, updateReadMarks } from './change.queries.ts'

type Marking = Pick<Batch, 'ids' | 'undoes' | 'campaigns'> & { kind: 'read' | 'unread'; at: string }

/**
 * Marks a batch of leads as read or unread, or puts the marks back. A mark is no change of the lead: it is no activity,
 * has no event and no revision.
 */
export async function markLeads(tx: Db, businessId: string, batch: Marking): Promise<Outcome[]> {
  const marks = new Map((await lockReadMarks(tx, businessId, batch.ids)).map((mark) => [mark.id, mark]))
  const outcomes = batch.ids.map((id) => outcomeOf(id, marks.get(id), batch))
  const changed = outcomes.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id)
  if (batch.undoes)
    await updateReadMarks(
      tx,
      businessId,
      changed.map((id) => ({ id, readAt: readBefore(batch, id) })),
    )
  else await updateRead(tx, businessId, changed, batch.kind === 'read' ? batch.at : null)
  return outcomes
}

const readBefore = ({ undoes }: Marking, id: string) =>
  (undoes?.get(id)?.before as { readAt: string | null } | undefined)?.readAt ?? null

function outcomeOf(id: string, mark: ReadMark | undefined, batch: Marking): Outcome {
  const without = (outcome: Outcome['outcome']): Outcome => ({ id, outcome, before: null, revision: null })
  if (!mark || mark.deletedAt) return without('gone')
  if (batch.campaigns && !batch.campaigns.includes(mark.campaignId)) return without('forbidden')
  const isRead = mark.readAt !== null
  const wanted = batch.undoes ? readBefore(batch, id) !== null : batch.kind === 'read'
  // If an undo finds the lead already marked this way, another person has marked it since.
  if (isRead === wanted) return without(batch.undoes ? 'changed_since' : 'same')
  return { id, outcome: 'changed', before: { readAt: mark.readAt }, revision: null }
}
