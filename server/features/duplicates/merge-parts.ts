import { callsOfMerge } from '../calls/merging.service.ts'
import { messagesOfMerge } from '../conversations/merging.service.ts'
import { followUpsOfMerge } from '../follow-ups/merging.service.ts'
import type { MergePart } from '../leads/merge/merge-part.ts'
import { movedRows } from '../leads/merge/moved-rows.service.ts'
import { meetingsOfMerge } from '../meetings/merging.service.ts'
import { deleteMember } from './grouping.queries.ts'

/** A merged lead leaves its group at once; the event of an undo finds it again. */
const groupsOfMerge: MergePart = {
  name: 'groups',
  async move(tx, { businessId }, { from }) {
    await deleteMember(tx, businessId, from)
    return {}
  },
  putBack: () => Promise.resolve(),
}

/** What moves with a merged lead. */
export const mergeParts: readonly MergePart[] = [
  followUpsOfMerge,
  callsOfMerge,
  messagesOfMerge,
  meetingsOfMerge,
  movedRows('files', 'lead_files'),
  groupsOfMerge,
]
