import type { MergePart } from '../leads/merge/merge-part.ts'
import { movedRows } from '../leads/merge/moved-rows.service.ts'
import * as queries from './merging.queries.ts'
import { tellOf } from './report.service.ts'

const rows = movedRows('followUps', 'follow_ups')

/** Follow-ups move to the kept lead. A person has one open there: the one that is due earlier. */
export const followUpsOfMerge: MergePart = {
  name: rows.name,
  async move(tx, author, merge) {
    const { businessId } = author
    const closed = await queries.closeLater(tx, businessId, merge)
    const released = await queries.releaseBrought(tx, businessId, merge.from)
    const { moved = [] } = await rows.move(tx, author, merge)
    await tellOf(tx, author, 'follow_up.done', closed.map(byMerge))
    return { closed: closed.map(({ followUpId }) => followUpId), released, moved }
  },
  async putBack(tx, author, merge) {
    const { businessId } = author
    const { from, record } = merge
    await rows.putBack(tx, author, merge)
    await queries.restoreBrought(tx, businessId, from, record.released ?? [])
    const opened = await queries.reopenMerged(tx, businessId, record.closed ?? [])
    await tellOf(tx, author, 'follow_up.reopened', opened.map(byMerge))
  },
}
const byMerge = <T>(row: T) => ({ ...row, byMerge: true as const })
