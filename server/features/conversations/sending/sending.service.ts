import type {
  FailReason,
  MessageAttachment,
  MessagePurpose,
  MessageState,
  SendingChannel,
  WaitReason,
} from '#contract/leads/conversations/message-shapes.ts'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type Author, emit } from '../../../platform/events/emit.ts'
import { AppError } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { SentTemplate } from '../../../providers/whatsapp/whatsapp.ts'
import { insertToLead } from '../../messages/to-leads.service.ts'
import * as queries from '../conversations.queries.ts'
import { compose, findWays, isOptedOut, type SendDeps, type Way } from './composing.service.ts'
import { findSubject, type Subject } from './gate.queries.ts'
import { gateOf, type Leaving, type Occasion, type Origin, type Verdict } from './gate.rules.ts'
import { findFacts } from './gate.service.ts'

/** A message to a lead or a guest, from whatever part of the product. */
export type ToLead = {
  leadId: string
  channel: SendingChannel
  /** Automations and bulk must choose; there is no default. */
  purpose: MessagePurpose
  /** Without the mark and the way out of advertising, which are added here. */
  text: string
  /** Of an e-mail. */
  subject?: string | undefined
  /** The template of WhatsApp that is sent in place of the text, which says the same. */
  template?: SentTemplate | null | undefined
  /** Files of the lead that are sent along. */
  attachments?: readonly MessageAttachment[] | undefined
  origin: Origin
  /** The member who wrote it. */
  authorId?: string | undefined
  /** Not before this time; the gate may hold it longer. */
  sendAt?: Date | undefined
  occasion?: Occasion | undefined
  /** A member who may send answers in quiet wrote it. */
  mayBeAtOnce?: boolean
  /** Of two messages with one key only the first is stored, so that a repeated job writes nothing twice. */
  dedupeKey?: string | undefined
}
export type SentToLead = {
  id: string
  state: MessageState
  waitsUntil: Date | null
  waitsFor: WaitReason | null
  reason: FailReason | null
}

/**
 * The one way by which anything writes to a lead. Stores the message in the caller's transaction; it leaves within a second
 * of the commit, or when the gate lets it. The gate decides again at that moment, so what this returns is an outlook. Throws
 * `no_phone_or_email` or `channel_unavailable_to_leads` if there is no address or no provider.
 */
export async function sendToLead(deps: SendDeps, tx: Db, author: Author, input: ToLead): Promise<SentToLead> {
  const { businessId } = author
  const { leadId, dedupeKey } = input
  await queries.lockConversation(tx, businessId, leadId)
  const known = dedupeKey && (await queries.findMessageByKey(tx, businessId, dedupeKey))
  if (known) return sentOf(await queries.findMessage(tx, businessId, { id: known }))
  const now = deps.now()
  const subject = await findSubject(tx, businessId, { leadId, now })
  if (!subject) throw new AppError('lead_not_found')
  const way = await requireWay(deps, tx, businessId, { ...input, of: subject })
  const id = newId()
  const isApproved = Boolean(input.template)
  const content = { purpose: input.purpose, text: input.text, subject: input.subject ?? null, isApproved }
  const composed = compose(deps, { businessId, messageId: id, subject, way }, content)
  const leaving = leavingOf(input, now)
  const facts = await findFacts(deps, tx, businessId, {
    ...{ leadId, subject, ...way },
    isOptedOut: await isOptedOut(deps.workerDb, deps, way),
  })
  const sent = outcomeOf(id, gateOf(leaving, facts))
  await queries.insertMessage(tx, businessId, rowOf({ input, way, composed, sent, now }))
  if (sent.state !== 'failed') await queue(tx, businessId, { id, way, dueAt: sent.waitsUntil ?? now })
  await queries.refreshConversation(tx, businessId, leadId)
  const { campaignId } = subject
  const { channel, purpose } = input
  await emit(tx, author, 'message.written', { campaignId, leadId, messageId: id, channel, purpose })
  return sent
}

async function requireWay(
  deps: SendDeps,
  tx: Db,
  businessId: string,
  { leadId, channel, of }: { leadId: string; channel: SendingChannel; of: Subject },
): Promise<Way> {
  if (!(channel === 'email' ? of.email : of.phone)) throw new AppError('no_phone_or_email')
  const way = (await findWays(deps, tx, businessId, { leadId, subject: of })).find((one) => one.channel === channel)
  if (!way) throw new AppError('channel_unavailable_to_leads')
  return way
}

const leavingOf = (
  { channel, purpose, origin, occasion, sendAt, mayBeAtOnce, template }: ToLead,
  now: Date,
): Leaving => ({
  ...{ channel, purpose, origin, occasion: occasion ?? null, writtenAt: now },
  ...{ sendAt: sendAt ?? null, mayBeAtOnce: mayBeAtOnce ?? false, needsWindow: channel === 'whatsapp' && !template },
})

function outcomeOf(id: string, verdict: Verdict): SentToLead {
  const none = { id, waitsUntil: null, waitsFor: null, reason: null }
  if (verdict.kind === 'go') return { ...none, state: 'queued' }
  if (verdict.kind === 'refuse') return { ...none, state: 'failed', reason: verdict.reason }
  return { ...none, state: 'waiting', waitsUntil: verdict.until, waitsFor: verdict.waitsFor }
}

function sentOf(row: queries.MessageRow | undefined): SentToLead {
  if (!row) throw new AppError('message_not_found')
  const { id, state, waitsUntil, waitsFor, reason } = row
  return { id, state, waitsUntil: waitsUntil ? new Date(waitsUntil) : null, waitsFor, reason }
}

type Written = {
  input: ToLead
  way: Way
  composed: { text: string; subject: string | null }
  sent: SentToLead
  now: Date
}
const rowOf = ({ input, way, composed, sent, now }: Written): queries.NewMessage => ({
  id: sent.id,
  lead_id: input.leadId,
  direction: 'out',
  channel: input.channel,
  purpose: input.purpose,
  origin: input.origin,
  author_id: input.authorId ?? null,
  address: way.address,
  sender: way.line?.phone ?? null,
  connection_id: way.line?.connectionId ?? null,
  ...composed,
  state: sent.state,
  state_at: now.toISOString(),
  reason: sent.reason,
  segments: input.channel === 'sms' ? countSms(composed.text).segments : null,
  at: now.toISOString(),
  send_at: input.sendAt?.toISOString() ?? null,
  waits_until: sent.waitsUntil?.toISOString() ?? null,
  waits_for: sent.waitsFor,
  may_be_at_once: input.mayBeAtOnce ?? false,
  occasion: input.occasion ?? null,
  dedupe_key: input.dedupeKey ?? null,
  template: input.template ? JSON.stringify(input.template) : null,
  attachments: input.attachments?.length ? JSON.stringify(input.attachments) : null,
})

type Queued = { id: string; way: Pick<Way, 'channel' | 'address'>; dueAt: Date }
const queue = (tx: Db, businessId: string, { id, way, dueAt }: Queued) =>
  insertToLead(tx, businessId, {
    id: newId(),
    leadMessageId: id,
    channel: way.channel === 'email' ? 'mail' : way.channel,
    recipient: way.address,
    dueAt,
  })

type Changing = { leadId: string; messageId: string }
async function lockMessage(tx: Db, businessId: string, { leadId, messageId }: Changing) {
  await queries.lockConversation(tx, businessId, leadId)
  const message = await queries.findMessage(tx, businessId, { leadId, id: messageId, isLocked: true })
  if (message?.direction !== 'out') throw new AppError('message_not_found')
  return message
}

/** A message that waits is not sent. One that is already being sent is refused. */
export async function cancelMessage(deps: SendDeps, tx: Db, author: Author, of: Changing): Promise<void> {
  const { businessId } = author
  const { state } = await lockMessage(tx, businessId, of)
  if (state === 'canceled') return
  if (state !== 'waiting') throw new AppError('message_not_waiting')
  await moveTo(tx, author, of, { state: 'canceled', at: deps.now() })
}

/**
 * Sends a message again that failed, or that may not have been sent. Of two people who ask for it one sends
 * it: for the other it is no longer failed.
 */
export async function retryMessage(deps: SendDeps, tx: Db, author: Author, of: Changing): Promise<void> {
  const { businessId } = author
  const message = await lockMessage(tx, businessId, of)
  if (message.state !== 'failed' && message.state !== 'unknown') throw new AppError('message_not_failed')
  const { id, address, channel } = message
  await moveTo(tx, author, of, { state: 'queued', at: deps.now() })
  await queue(tx, businessId, { id, way: { channel: channel as SendingChannel, address }, dueAt: deps.now() })
}

type Move = Parameters<typeof queries.updateState>[3]
/** Stores a new state of a message and says so to those who see it. */
export async function moveTo(tx: Db, author: Author, { leadId, messageId }: Changing, move: Move): Promise<void> {
  const { businessId } = author
  await queries.updateState(tx, businessId, messageId, move)
  await queries.refreshConversation(tx, businessId, leadId)
  const [message, conversation] = [
    await queries.findMessage(tx, businessId, { id: messageId }),
    await queries.findConversation(tx, businessId, leadId),
  ]
  if (!message || !conversation) return
  const { channel } = message
  const { campaignId } = conversation
  await emit(tx, author, 'message.moved', { campaignId, leadId, messageId, channel, state: move.state })
}
