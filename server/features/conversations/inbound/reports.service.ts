import type { FailReason, MessageState } from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isId } from '../../../platform/ids.ts'
import { storeActOfPerson } from '../../consents/consents.service.ts'
import { deliveryOf, OPTED_OUT, type SmsDelivery } from '../../messages/sms.rules.ts'
import { findPointedAt, insertOptOut } from '../../messages/to-leads.service.ts'
import * as queries from '../conversations.queries.ts'
import { reportSent } from '../sending/delivery.service.ts'
import { moveTo } from '../sending/sending.service.ts'

/** What a report means for the message, and the states that it may replace: reports come in any order, and repeatedly. */
type Meaning = { state: MessageState; replaces: readonly MessageState[] }
const meanings: Partial<Record<SmsDelivery, Meaning>> = {
  sent: { state: 'sent', replaces: ['sending', 'unknown'] },
  delivered: { state: 'delivered', replaces: ['sending', 'unknown', 'sent'] },
  read: { state: 'read', replaces: ['sending', 'unknown', 'sent', 'delivered'] },
  undelivered: { state: 'failed', replaces: ['sending', 'unknown', 'sent'] },
  failed: { state: 'failed', replaces: ['sending', 'unknown', 'sent'] },
}
/** Any report of a message says that the provider has it. */
const taken: Meaning = { state: 'sent', replaces: ['unknown'] }

/** `queueId`: from the callback address. `businessId`: whose account signed it; null: the installation's. */
type Reported = { queueId: string; businessId: string | null }
/** In the provider's words. `reason`: why it failed, where the provider's code says so. */
export type Report = { status: string; code: number | null; reason?: FailReason | undefined }
/**
 * Stores a provider's report about a message that was sent to a lead. It may arrive before the provider's own reply, or
 * after a reply that was lost.
 */
export async function handleReport(deps: Pick<Deps, 'workerDb' | 'now' | 'wakeRelay'>, of: Reported, report: Report) {
  const { code } = report
  const delivery = deliveryOf(report.status)
  if (!delivery || !isId(of.queueId)) return
  const pointed = await findPointedAt(deps.workerDb, of.queueId)
  if (!pointed || (of.businessId && pointed.businessId !== of.businessId)) return
  const { businessId, leadMessageId: messageId } = pointed
  const { state, replaces }: Meaning = meanings[delivery] ?? taken
  await deps.workerDb.transaction().execute(async (tx) => {
    const found = await queries.findMessage(tx, businessId, { id: messageId })
    if (!found) return
    await queries.lockConversation(tx, businessId, found.leadId)
    const message = await queries.findMessage(tx, businessId, { id: messageId, isLocked: true })
    if (!message || !replaces.includes(message.state)) return
    const { leadId, channel, authorId, origin } = message
    const at = deps.now()
    const isFailed = state === 'failed'
    const reason = code === OPTED_OUT ? ('opted_out' as const) : (report.reason ?? 'undelivered')
    const move = { state, at, ...(isFailed && { reason, errorCode: code }) }
    await moveTo(tx, { kind: 'system', businessId }, { leadId, messageId }, move)
    // The provider's reply was lost: its report is the first that says that it was sent.
    if (message.state === 'unknown' && !isFailed)
      await reportSent(tx, businessId, {
        messageId,
        leadId,
        channel,
        authorId: origin === 'person' ? authorId : null,
        at,
      })
    if (isFailed && reason === 'opted_out') await close(tx, businessId, message, { code, at })
  })
  deps.wakeRelay()
}

type Refused = { code: number | null; at: Date }
/** The person stopped messages at their carrier, or advertising in WhatsApp itself, which is a withdrawal as any other. */
async function close(tx: Db, businessId: string, message: queries.MessageRow, { code, at }: Refused) {
  const { sender, address, channel } = message
  if (code === OPTED_OUT && sender) await insertOptOut(tx, { sender, phone: address })
  if (channel !== 'whatsapp') return
  const act = { act: 'withdrawn', source: 'reply', wording: 'WhatsApp' } as const
  await storeActOfPerson(tx, businessId, { contact: address, channel, ...act, at })
}
