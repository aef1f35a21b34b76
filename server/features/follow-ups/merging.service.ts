import type { MergePart } from '../leads/merge/merge-part.ts'
import * as queries from './merging.queries.ts'
import { tellOf } from './report.service.ts'

/** Follow-ups move to the kept lead. A person has one open there: the one that is due earlier. */
export const followUpsOfMerge: MergePart = {
  name: 'followUps',
  async move(tx, author, merge) {
    const { businessId } = author
    const closed = await queries.closeLater(tx, businessId, merge)
    const released = await queries.releaseBrought(tx, businessId, merge.from)
    const moved = await queries.moveFollowUps(tx, businessId, merge)
    await tellOf(tx, author, 'follow_up.done', closed.map(byMerge))
    return { closed: closed.map(({ followUpId }) => followUpId), released, moved }
  },
  async putBack(tx, author, { record, ...merge }) {
    const { businessId } = author
    await queries.putBackFollowUps(tx, businessId, merge, record.moved ?? [])
    await queries.restoreBrought(tx, businessId, merge.from, record.released ?? [])
    const opened = await queries.reopenMerged(tx, businessId, record.closed ?? [])
    await tellOf(tx, author, 'follow_up.reopened', opened.map(byMerge))
  },
}
const byMerge = <T>(row: T) => ({ ...row, byMerge: true as const })
