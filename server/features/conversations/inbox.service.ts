import type { Paging } from '#contract/common.ts'
import type { Conversation } from '#contract/leads/conversations/conversations.ts'
import { INBOX_MAX } from '#contract/leads/conversations/conversations.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { leadScope, seesMasked } from '../access/access.rules.ts'
import { countConversations, type InboxRow, listConversations } from './inbox.queries.ts'

type Context = { db: Db; caller: Member }
type Asked = Paging & { show: 'waiting' | 'all'; of: 'me' | 'everybody' }

/** A page of the inbox. It ends after INBOX_MAX conversations, so that no page reads more. */
export async function readInbox({ db, caller }: Context, { page, limit, show, of }: Asked) {
  const { businessId, userId } = caller
  const asked = { isWaiting: show === 'waiting', userId: of === 'me' ? userId : null, scope: leadScope(caller) }
  const offset = (page - 1) * limit
  const most = Math.max(0, Math.min(limit, INBOX_MAX - offset))
  const [rows, counted] = [
    // Masked partners see what they wrote themselves, in its lead.
    most > 0 && !seesMasked(caller) ? await listConversations(db, businessId, { ...asked, offset, limit: most }) : [],
    seesMasked(caller) ? 0 : await countConversations(db, businessId, asked, INBOX_MAX + 1),
  ]
  const total = Math.min(counted, INBOX_MAX)
  return {
    success: true as const,
    conversations: rows.map(toConversation),
    pagination: { page, limit, total, totalIsExact: counted <= INBOX_MAX, pages: Math.ceil(total / limit) },
  }
}

const toConversation = (row: InboxRow): Conversation => ({
  lead: { _id: row.leadId, name: row.leadName, campaignId: row.campaignId, campaignName: row.campaignName },
  assignedTo: row.assignedTo ? { _id: row.assignedTo, name: row.assignedName ?? '', image: row.assignedImage } : null,
  last: {
    _id: row.lastId,
    ...{ direction: row.direction, channel: row.channel, text: row.text, at: row.lastAt, state: row.state },
  },
  waitsSince: row.waitsSince,
  isUnread: row.isUnread,
})
