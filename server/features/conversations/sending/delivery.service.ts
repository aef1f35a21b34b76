import type {
  FailReason,
  MessageAttachment,
  MessageState,
  SendingChannel,
} from '#contract/leads/conversations/message-shapes.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { SentTemplate } from '../../../providers/whatsapp/whatsapp.ts'
import { lockContact } from '../../consents/consents.service.ts'
import { recordMessage, touchLead } from '../../leads/change/answer.service.ts'
import { OPTED_OUT, type SmsDelivery } from '../../messages/sms.rules.ts'
import { type DueToLead, insertOptOut, updateToLead } from '../../messages/to-leads.service.ts'
import * as queries from '../conversations.queries.ts'
import { replyAddressOf } from '../inbound/mail/reply-addresses.ts'
import { canMail, isOptedOut, repliesTo, wayOutUrl } from './composing.service.ts'
import { findLine, findSubject, type Subject } from './gate.queries.ts'
import { gateOf, type Leaving } from './gate.rules.ts'
import { findFacts } from './gate.service.ts'
import type { Handed } from './handed.service.ts'
import { moveTo } from './sending.service.ts'

export type DeliveryDeps = Pick<
  Deps,
  'env' | 'workerDb' | 'mail' | 'sms' | 'voice' | 'channels' | 'whatsApp' | 'files' | 'now' | 'onError' | 'stoppedBy'
>

/** A message that passed the gate and is marked as being sent. */
export type Passed = {
  queueId: string
  businessId: string
  accountId: string | null
  leadId: string
  channel: SendingChannel
  address: string
  line: { phone: string; connectionId: string } | null
  subject: string | null
  text: string
  template: SentTemplate | null
  attachments: readonly MessageAttachment[]
  businessName: string
  replyTo: string | null
  unsubscribeUrl: string | null
}

const systemIn = (businessId: string) => ({ kind: 'system', businessId }) as const

/**
 * The gate, at the moment of sending. Returns the message if it may leave; else it waits, failed, or is over. A message that
 * is found as being sent was left by a process that died: whether the provider took it is not known.
 */
export const pass = (deps: DeliveryDeps, due: DueToLead): Promise<Passed | undefined> =>
  deps.workerDb.transaction().execute(async (tx) => {
    const message = await lockDue(deps, tx, due)
    return message && decide(deps, tx, due, message)
  })

async function lockDue({ now }: DeliveryDeps, tx: Db, due: DueToLead) {
  const { businessId, leadMessageId: messageId } = due
  const found = await queries.findMessage(tx, businessId, { id: messageId })
  if (!found) return end(tx, due, 'The lead is gone')
  await queries.lockConversation(tx, businessId, found.leadId)
  await lockContact(tx, businessId, found.address)
  const message = await queries.findMessage(tx, businessId, { id: messageId, isLocked: true })
  if (message?.state === 'waiting' || message?.state === 'queued') return message
  if (message?.state === 'sending')
    await moveTo(tx, systemIn(businessId), { leadId: message.leadId, messageId }, { state: 'unknown', at: now() })
  return end(tx, due, `The message was ${message?.state ?? 'removed'}`)
}

async function decide(deps: DeliveryDeps, tx: Db, due: DueToLead, message: queries.MessageRow) {
  const { businessId, leadMessageId: messageId } = due
  const { leadId, address } = message
  const at = deps.now()
  const move = (state: MessageState, more: object) =>
    moveTo(tx, systemIn(businessId), { leadId, messageId }, { state, at, ...more })
  const refused = async (reason: FailReason) => {
    await move('failed', { reason })
    return end(tx, due, reason)
  }
  const subject = await findSubject(tx, businessId, { leadId, now: at })
  if (!subject) return end(tx, due, 'The lead is gone')
  const line = await lineOf(deps, tx, message, { businessId, subject })
  if (line === undefined || !(await isAvailable(deps, businessId, { message, line }))) return refused('no_provider')
  const way = { channel: message.channel as SendingChannel, address, line }
  const isRefused = await isOptedOut(tx, deps, way)
  const facts = await findFacts(deps, tx, businessId, { leadId, subject, ...way, isOptedOut: isRefused })
  const verdict = gateOf(leavingOf(message), facts)
  if (verdict.kind === 'refuse') return refused(verdict.reason)
  if (verdict.kind === 'wait') {
    const { until: waitsUntil, waitsFor } = verdict
    const isSame = message.state === 'waiting' && Date.parse(message.waitsUntil ?? '') === waitsUntil.getTime()
    if (!isSame) await move('waiting', { waitsUntil, waitsFor })
    await updateToLead(tx, due.id, { state: 'queued', dueAt: waitsUntil, isTry: false })
    return undefined
  }
  // The answer to a withdrawal is owed even while the business is suspended.
  const mayStop = way.channel !== 'email' && message.occasion !== 'withdrawal'
  const stopped = mayStop ? await deps.stoppedBy(tx, businessId) : undefined
  if (stopped) return refused(stopped === 'payment_overdue' ? 'business_suspended' : 'usage_capped')
  await move('sending', {})
  return passedOf(deps, tx, due, { message, subject, way })
}

/** The number from which it is sent: undefined if it is no longer active. */
async function lineOf(
  { whatsApp }: DeliveryDeps,
  tx: Db,
  { channel, sender, leadId }: queries.MessageRow,
  { businessId, subject }: { businessId: string; subject: Subject },
) {
  if (channel === 'whatsapp') {
    const line = (await whatsApp.ofBusiness(businessId))?.line
    return line?.phone === sender ? line : undefined
  }
  return sender === null ? null : findLine(tx, businessId, { campaignId: subject.campaignId, leadId, phone: sender })
}

type By = { message: queries.MessageRow; line: object | null }
const isAvailable = async (deps: DeliveryDeps, businessId: string, { message, line }: By) =>
  message.channel === 'email' ? canMail(deps, businessId) : line !== null || deps.sms.isAvailable

async function end(tx: Db, { id }: DueToLead, error: string) {
  await updateToLead(tx, id, { state: 'failed', error, code: null })
  return undefined
}

const leavingOf = (message: queries.MessageRow): Leaving => ({
  channel: message.channel as SendingChannel,
  purpose: message.purpose ?? 'service',
  origin: message.origin as Leaving['origin'],
  occasion: message.occasion,
  writtenAt: new Date(message.at),
  sendAt: message.sendAt === null ? null : new Date(message.sendAt),
  mayBeAtOnce: message.mayBeAtOnce,
  needsWindow: message.channel === 'whatsapp' && message.template === null,
})

type Found = { message: queries.MessageRow; subject: Subject; way: Pick<Passed, 'channel' | 'address' | 'line'> }
async function passedOf(deps: DeliveryDeps, tx: Db, due: DueToLead, { message, subject, way }: Found): Promise<Passed> {
  const { id: queueId, businessId, accountId, leadMessageId } = due
  return {
    ...{ queueId, businessId, accountId, leadId: message.leadId, ...way },
    ...{ subject: message.subject, text: message.text, businessName: subject.businessName },
    ...{ template: message.template, attachments: message.attachments ?? [] },
    replyTo: way.channel === 'email' ? await answersTo(deps, tx, due, { message, subject }) : null,
    unsubscribeUrl: message.purpose === 'advertising' ? wayOutUrl(deps, businessId, leadMessageId) : null,
  }
}

type Answered = Pick<Found, 'message' | 'subject'>
const answersTo = async (deps: DeliveryDeps, tx: Db, { businessId }: DueToLead, { message, subject }: Answered) =>
  (await replyAddressOf(deps, tx, { businessId, leadId: message.leadId })) ??
  (await repliesTo(tx, subject, message.authorId))

/** Stores what the provider answered, and what follows from a message that was sent, in one transaction. */
export const settle = (deps: DeliveryDeps, due: DueToLead, passed: Passed, handed: Handed): Promise<void> =>
  deps.workerDb.transaction().execute(async (tx) => {
    const { businessId, leadMessageId: messageId } = due
    const at = deps.now()
    await queries.lockConversation(tx, businessId, passed.leadId)
    const message = await queries.findMessage(tx, businessId, { id: messageId, isLocked: true })
    if (handed.kind === 'sent') {
      const { sid, segments, delivery } = handed
      await updateToLead(tx, due.id, { state: 'sent', at, sid, segments })
      if (message) await storeSent(tx, businessId, message, { at, segments, delivery })
      return
    }
    const code = handed.kind === 'failed' ? handed.code : null
    await updateToLead(tx, due.id, { state: 'failed', error: handed.why, code })
    if (code === OPTED_OUT)
      await insertOptOut(tx, { sender: passed.line?.phone ?? deps.sms.sender, phone: passed.address })
    if (message?.state !== 'sending') return
    const reason = handed.kind === 'unknown' ? null : code === OPTED_OUT ? 'opted_out' : handed.reason
    const move = { state: handed.kind, at, reason, errorCode: code }
    await moveTo(tx, systemIn(businessId), { leadId: message.leadId, messageId }, move)
  })

type Taken = { at: Date; segments: number | null; delivery: SmsDelivery | undefined }
/** The provider took it. A report may have come before, and then its state holds. */
async function storeSent(tx: Db, businessId: string, message: queries.MessageRow, { at, segments }: Taken) {
  const { id: messageId, leadId, channel, authorId, origin } = message
  const isNew = message.state === 'sending' || message.state === 'unknown'
  if (isNew) {
    await moveTo(tx, systemIn(businessId), { leadId, messageId }, { state: 'sent', at, ...(segments && { segments }) })
  }
  await reportSent(tx, businessId, { messageId, leadId, channel, authorId: origin === 'person' ? authorId : null, at })
}

type Sent = {
  messageId: string
  leadId: string
  channel: queries.MessageRow['channel']
  authorId: string | null
  at: Date
}
/** Emits that a message was sent; a person's may be the first response to the lead. */
export async function reportSent(tx: Db, businessId: string, { at, ...sent }: Sent) {
  const conversation = await queries.findConversation(tx, businessId, sent.leadId)
  if (!conversation) return
  if (sent.authorId) await touchLead(tx, businessId, sent.leadId)
  const counts = sent.authorId ? await recordMessage(tx, businessId, { leadId: sent.leadId, at: at.toISOString() }) : []
  await emit(tx, systemIn(businessId), 'message.sent', { campaignId: conversation.campaignId, ...sent, counts })
}

/** A message that certainly was not taken is to be tried again. */
export const putBack = (deps: DeliveryDeps, { businessId, leadMessageId: messageId }: DueToLead): Promise<void> =>
  deps.workerDb.transaction().execute(async (tx) => {
    const message = await queries.findMessage(tx, businessId, { id: messageId, isLocked: true })
    if (message?.state !== 'sending') return
    await queries.updateState(tx, businessId, messageId, { state: 'queued', at: deps.now() })
  })

/** After the last try of a message that certainly was not sent. */
export const giveUp = (deps: DeliveryDeps, due: DueToLead, why: string): Promise<void> =>
  deps.workerDb.transaction().execute(async (tx) => {
    const { businessId, leadMessageId: messageId } = due
    await updateToLead(tx, due.id, { state: 'failed', error: why, code: null })
    const message = await queries.findMessage(tx, businessId, { id: messageId, isLocked: true })
    if (!message || message.state === 'canceled') return
    const move = { state: 'failed', at: deps.now(), reason: 'unreachable' } as const
    await moveTo(tx, systemIn(businessId), { leadId: message.leadId, messageId }, move)
  })
