import type { MergePart } from '../leads/merge/merge-part.ts'
import { movedRows } from '../leads/merge/moved-rows.service.ts'
import { refreshConversation } from './conversations.queries.ts'

const rows = movedRows('messages', 'lead_messages')

/** Messages move to the kept lead, where they are one conversation, and back with the undo. */
export const messagesOfMerge: MergePart = {
  name: rows.name,
  async move(tx, author, merge) {
    const record = await rows.move(tx, author, merge)
    await refreshBoth(tx, author, merge)
    return record
  },
  async putBack(tx, author, merge) {
    await rows.putBack(tx, author, merge)
    await refreshBoth(tx, author, merge)
  },
}

const refreshBoth: MergePart['move'] = async (tx, { businessId }, { from, to }) => {
  for (const leadId of [from, to]) await refreshConversation(tx, businessId, leadId)
  return {}
}
