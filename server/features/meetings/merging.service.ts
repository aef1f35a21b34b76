import type { MergePart } from '../leads/merge/merge-part.ts'
import { movedRows } from '../leads/merge/moved-rows.service.ts'
import { writeMeetingStatus } from './lead-status.service.ts'

const rows = movedRows('meetings', 'meetings')

/** Meetings move to the kept lead, whose status follows; an undo moves them back. */
export const meetingsOfMerge: MergePart = {
  name: rows.name,
  async move(tx, author, merge) {
    const moved = await rows.move(tx, author, merge)
    await writeMeetingStatus(tx, author, [merge.from, merge.to], { now: new Date(merge.at), cause: 'meeting' })
    return moved
  },
  async putBack(tx, author, merge) {
    await rows.putBack(tx, author, merge)
    await writeMeetingStatus(tx, author, [merge.from, merge.to], { now: new Date(merge.at), cause: 'meeting' })
  },
}
