import type { Db } from '../../../platform/db/db.ts'
import type { Author } from '../../../platform/events/emit.ts'
import * as queries from '../conversations.queries.ts'
import type { SendDeps } from './composing.service.ts'
import { moveTo } from './sending.service.ts'

type Message = { leadId: string; messageId: string }
/**
 * Keeps a message from being sent that waits or is queued; false if it is too late. The loop that sends takes the same lock
 * and reads the state again.
 */
export async function withdrawMessage(
  { now }: Pick<SendDeps, 'now'>,
  tx: Db,
  author: Author,
  of: Message,
): Promise<boolean> {
  const { businessId } = author
  await queries.lockConversation(tx, businessId, of.leadId)
  const message = await queries.findMessage(tx, businessId, { leadId: of.leadId, id: of.messageId, isLocked: true })
  if (message?.state !== 'waiting' && message?.state !== 'queued') return false
  await moveTo(tx, author, of, { state: 'canceled', at: now() })
  return true
}
