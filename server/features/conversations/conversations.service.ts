import {
  MAIL_FILES_BYTES,
  type NewLeadMessage,
  SEND_AT_DAYS_MAX,
  THREAD_PAGE,
  textMax,
} from '#contract/leads/conversations/conversations.ts'
import { isErased } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { onceInTransaction } from '../../platform/db/idempotency.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Caller, Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { mediaKindOf, type SentTemplate } from '../../providers/whatsapp/whatsapp.ts'
import { canInCampaign, seesMasked } from '../access/access.rules.ts'
import { type FileToSend, findFilesToSend } from '../files/sent-files.service.ts'
import type { HistorySource } from '../leads/history/history.rules.ts'
import { requireKeptLead, requireLead } from '../leads/leads.service.ts'
import { renderTemplate } from '../message-templates/template-values.service.ts'
import { maskAddress, toMessage } from './conversations.presenter.ts'
import * as queries from './conversations.queries.ts'
import { findOutlooks, type SendDeps } from './sending/composing.service.ts'
import { findSubject } from './sending/gate.queries.ts'
import { cancelMessage, retryMessage, sendToLead } from './sending/sending.service.ts'

type Context = { db: Db; caller: Member }
type Writing = Context & { idempotencyKey: string | undefined }

const DAY_MS = 86_400_000
/** Within this time the same text of a colleague is taken for the same message. */
const SAME_TEXT_MS = 60_000

/** Members who see masked contacts read what they wrote themselves, because texts name phones and e-mails. */
const authorSeenBy = (caller: Caller) => (caller.kind === 'person' && seesMasked(caller) ? caller.userId : null)
const maySend = (caller: Caller, campaignId: string) => canInCampaign(caller, 'messages.send', campaignId)

type Reading = { db: Db; caller: Caller }
/** A page of the messages of a lead, and by which channels it can be written to. */
export async function readThread(deps: SendDeps, { db, caller }: Reading, leadId: string, before: string | undefined) {
  const { businessId } = caller
  const lead = await requireKeptLead({ db, caller }, leadId)
  const authorId = authorSeenBy(caller)
  const page = { leadId: lead.id, before, authorId, limit: THREAD_PAGE + 1 }
  const rows = await queries.listMessages(db, businessId, page)
  const isMasked = seesMasked(caller)
  const mayWrite = caller.kind === 'person' && maySend(caller, lead.campaign_id) && !lead.deleted_at && !isErased(lead)
  const conversation = await queries.findConversation(db, businessId, lead.id)
  return {
    success: true as const,
    messages: rows
      .slice(0, THREAD_PAGE)
      .map((row) => toMessage(row, isMasked))
      .reverse(),
    hasOlder: rows.length > THREAD_PAGE,
    channels: mayWrite && !before ? await channelsOf(deps, { db, caller }, lead) : [],
    readAt: conversation?.readAt ?? null,
    maySend: mayWrite,
    templatesOnly: isMasked,
  }
}

type Lead = { id: string; campaign_id: string }
async function channelsOf(deps: SendDeps, { db, caller }: Context, { id: leadId, campaign_id: campaignId }: Lead) {
  const { businessId, userId } = caller
  const subject = await findSubject(db, businessId, { leadId, now: deps.now() })
  if (!subject) return []
  const mayAdvertise = canInCampaign(caller, 'messages.advertise', campaignId)
  const mayBeAtOnce = canInCampaign(caller, 'messages.atOnce', campaignId)
  const looking = { leadId, authorId: userId, mayAdvertise, mayBeAtOnce, subject }
  const found = await findOutlooks(deps, db, businessId, looking)
  return seesMasked(caller) ? found.map((one) => ({ ...one, address: maskAddress(one.channel, one.address) })) : found
}

/** A lead that the caller may write to; in place of a merged one, the one that was kept. */
async function requireWritable({ db, caller }: Context, leadId: string) {
  const lead = await requireLead({ db, caller }, leadId)
  if (lead.deleted_at) throw new AppError('lead_not_found')
  if (!maySend(caller, lead.campaign_id)) throw new AppError('forbidden')
  if (isErased(lead)) throw new AppError('lead_erased')
  return lead
}

type WriteDeps = SendDeps & Pick<Deps, 'templateSources'>
type Content = Pick<NewLeadMessage, 'subject'> & { text: string; template?: SentTemplate | null }
/** What is written: a text, or that of a template. Members who see masked contacts could ask for the phone in a text. */
async function contentOf(deps: WriteDeps, context: Context, leadId: string, input: NewLeadMessage): Promise<Content> {
  const { template, text = '', subject, channel, purpose } = input
  if (!template) {
    if (seesMasked(context.caller)) throw new AppError('forbidden')
    return { text, subject }
  }
  const wanted = { templateId: template._id, language: template.language, leadId }
  const rendered = await renderTemplate(deps, context, wanted)
  if (rendered.channel !== channel) throw invalidInput('channel', 'invalid_value')
  if (rendered.purpose !== purpose) throw invalidInput('purpose', 'invalid_value')
  if (channel !== 'email' && rendered.text.length > textMax(channel)) throw invalidInput('template', 'too_long')
  return { text: rendered.text, subject: rendered.subject ?? undefined, template: rendered.sent }
}

/** The files that are sent along, if the channel takes them. Members who see masked contacts send none. */
async function filesOf(context: Context, leadId: string, { channel, files = [] }: NewLeadMessage) {
  if (!files.length) return []
  if (seesMasked(context.caller)) throw new AppError('forbidden')
  const found = await findFilesToSend(context, leadId, files)
  const bytes = found.reduce((sum, file) => sum + file.bytes, 0)
  const isTaken =
    channel === 'email' ? bytes <= MAIL_FILES_BYTES : found.every((file) => mediaKindOf(file) !== undefined)
  if (!isTaken) throw new AppError('file_not_for_channel')
  return found.map(({ type: _, ...file }: FileToSend) => file)
}

/** Writes to a lead in the caller's name, once for each `Idempotency-Key`. */
export async function writeToLead(deps: WriteDeps, context: Writing, leadId: string, input: NewLeadMessage) {
  const { caller } = context
  const now = deps.now()
  const sendAt = input.sendAt === undefined ? undefined : new Date(input.sendAt)
  if (sendAt && sendAt.getTime() > now.getTime() + SEND_AT_DAYS_MAX * DAY_MS)
    throw invalidInput('sendAt', 'out_of_range')
  const id = await onceInTransaction(context, { leadId, ...input }, async (tx) => {
    const lead = await requireWritable({ db: tx, caller }, leadId)
    const { campaign_id: campaignId } = lead
    if (input.purpose === 'advertising' && !canInCampaign(caller, 'messages.advertise', campaignId))
      throw new AppError('forbidden')
    await queries.lockConversation(tx, caller.businessId, leadId)
    const { channel, purpose } = input
    const { text, subject, template } = await contentOf(deps, { db: tx, caller }, leadId, input)
    const attachments = await filesOf({ db: tx, caller }, leadId, input)
    const same = { leadId, channel, text, authorId: caller.userId, since: new Date(now.getTime() - SAME_TEXT_MS) }
    if (text && (await queries.isJustWritten(tx, caller.businessId, same))) throw new AppError('message_just_sent')
    const mayBeAtOnce = canInCampaign(caller, 'messages.atOnce', campaignId)
    const written = { leadId, channel, purpose, text, subject, template, attachments, sendAt, mayBeAtOnce }
    const sent = await sendToLead(deps, tx, caller, { ...written, origin: 'person', authorId: caller.userId })
    // Nothing is stored: what was typed stays in the composer, beside the templates.
    if (sent.reason === 'window_closed') throw new AppError('whatsapp_window_closed')
    return sent.id
  })
  return readOne(context, { leadId, messageId: id })
}

async function readOne({ db, caller }: Context, { leadId, messageId }: { leadId: string; messageId: string }) {
  const row = await queries.findMessage(db, caller.businessId, { leadId, id: messageId })
  if (!row) throw new AppError('message_not_found')
  return { success: true as const, message: toMessage(row, seesMasked(caller)) }
}

type OfMessage = { leadId: string; messageId: string }
/** A message that the caller can read. */
async function requireReadable(tx: Db, caller: Caller, of: OfMessage) {
  const message = await requireMessage(tx, caller.businessId, of)
  const authorId = authorSeenBy(caller)
  if (authorId !== null && message.authorId !== authorId) throw new AppError('message_not_found')
  return message
}

/** Keeps a message that waits from being sent. */
export async function cancelOne(deps: SendDeps, context: Context, of: OfMessage) {
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    await requireWritable({ db: tx, caller }, of.leadId)
    await requireReadable(tx, caller, of)
    await cancelMessage(deps, tx, caller, of)
  })
  return readOne(context, of)
}

/** Sends a message again; an advertisement needs the right to advertise once more. */
export async function retryOne(deps: SendDeps, context: Context, of: OfMessage) {
  const { db, caller } = context
  await db.transaction().execute(async (tx) => {
    const lead = await requireWritable({ db: tx, caller }, of.leadId)
    const { purpose } = await requireReadable(tx, caller, of)
    if (purpose === 'advertising' && !canInCampaign(caller, 'messages.advertise', lead.campaign_id))
      throw new AppError('forbidden')
    await retryMessage(deps, tx, caller, of)
  })
  return readOne(context, of)
}

/** What was written up to this message is read by the members. */
export async function markRead({ db, caller }: Context, { leadId, messageId }: OfMessage) {
  const { businessId } = caller
  const lead = await requireLead({ db, caller }, leadId)
  await db.transaction().execute(async (tx) => {
    const message = await requireMessage(tx, businessId, { leadId, messageId })
    if (!(await queries.updateRead(tx, businessId, { leadId, at: message.at }))) return
    await emit(tx, caller, 'messages.read', { campaignId: lead.campaign_id, leadId })
  })
}

export async function markHandled({ db, caller }: Context, { leadId, messageId }: OfMessage) {
  const { businessId } = caller
  const lead = await requireLead({ db, caller }, leadId)
  if (!canInCampaign(caller, 'messages.send', lead.campaign_id)) throw new AppError('forbidden')
  await db.transaction().execute(async (tx) => {
    await queries.lockConversation(tx, businessId, leadId)
    await requireMessage(tx, businessId, { leadId, messageId })
    await queries.updateHandled(tx, businessId, { leadId, id: messageId })
    await queries.refreshConversation(tx, businessId, leadId)
    await emit(tx, caller, 'messages.read', { campaignId: lead.campaign_id, leadId })
  })
}

async function requireMessage(tx: Db, businessId: string, { leadId, messageId }: OfMessage) {
  const message = await queries.findMessage(tx, businessId, { leadId, id: messageId })
  if (!message) throw new AppError('message_not_found')
  return message
}

/** A message of a lead, for those who see contacts. */
export async function findMessageOfLead(db: Db, businessId: string, id: string) {
  const message = await queries.findMessage(db, businessId, { id })
  return message && toMessage(message, false)
}

/** A message to a lead, for the outbox of a demo. By the worker's role. */
export async function findSentMessage(workerDb: Db, businessId: string, id: string) {
  const message = await queries.findMessage(workerDb, businessId, { id })
  return message?.direction === 'out' ? message : undefined
}

/** Messages as items of a lead's history. */
export const messagesInHistory: HistorySource = {
  kind: 'messages',
  async list({ db, caller }, page) {
    const rows = await queries.listMessagesInHistory(db, caller.businessId, { ...page, authorId: authorSeenBy(caller) })
    const isMasked = seesMasked(caller)
    return rows.map((row) => {
      const { author, channel, text } = toMessage(row, isMasked)
      const event = row.direction === 'in' ? ('message.received' as const) : ('message.written' as const)
      return { _id: row.id, at: row.at, event, by: author, keyName: null, formName: null, message: { channel, text } }
    })
  },
}
