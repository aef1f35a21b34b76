import type { MessageAttachment, SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { storeActOfPerson } from '../../consents/consents.service.ts'
import { touchLead } from '../../leads/change/answer.service.ts'
import * as queries from '../conversations.queries.ts'
import type { SendDeps } from '../sending/composing.service.ts'
import { findSubject } from '../sending/gate.queries.ts'
import { sendToLead } from '../sending/sending.service.ts'
import { confirmationOf } from './withdrawal-words.rules.ts'

export type Said = 'stop' | 'start' | undefined
type Wish = { channel: SendingChannel; said: 'stop' | 'start'; text: string; contact: string; now: Date }
/** Stores what a person said by a word of withdrawal or of return. */
export const storeWish = (tx: Db, businessId: string, { channel, said, text, contact, now }: Wish) =>
  storeActOfPerson(tx, businessId, {
    ...{ contact, channel, act: said === 'stop' ? 'withdrawn' : 'given' },
    ...{ source: 'reply', wording: text, at: now },
  })

export type Received = {
  id: string
  leadId: string
  channel: SendingChannel
  /** The phone or e-mail from which it came. */
  address: string
  /** Our number, with its connection. */
  line?: { phone: string; connectionId: string }
  subject?: string | null
  text: string
  attachments?: MessageAttachment[]
  said: Said
  dedupeKey?: string
  now: Date
}
/** Stores a message of a lead with its events; the answer to a withdrawal is queued. False if the lead is gone. */
export async function storeReceived(deps: SendDeps, tx: Db, businessId: string, received: Received): Promise<boolean> {
  const { id: messageId, leadId, channel, said, now } = received
  await queries.lockConversation(tx, businessId, leadId)
  const subject = await findSubject(tx, businessId, { leadId, now })
  if (!subject) return false
  const { campaignId, assignedTo } = subject
  await queries.insertMessage(tx, businessId, rowOf(received))
  await queries.refreshConversation(tx, businessId, leadId)
  await touchLead(tx, businessId, leadId)
  const system = { kind: 'system', businessId } as const
  const about = { campaignId, leadId, messageId, channel, assignedTo }
  await emit(tx, system, 'message.received', { ...about, ...(said === 'stop' && { isWithdrawal: true as const }) })
  if (!said) return true
  const act = { channel, purpose: 'advertising', consentSource: 'reply' } as const
  const consentAct = said === 'stop' ? ('withdrawn' as const) : ('given' as const)
  await emit(tx, system, 'consent.changed', { campaignId, leadId, ...act, consentAct })
  if (said === 'stop') await confirm(deps, tx, businessId, { ...received, businessName: subject.businessName })
  return true
}

const rowOf = (received: Received): queries.NewMessage => {
  const { id, leadId, channel, address, line, subject = null, text, attachments, said, dedupeKey, now } = received
  const at = now.toISOString()
  return {
    ...{ id, lead_id: leadId, direction: 'in', channel, origin: 'lead', purpose: null, author_id: null },
    ...{ address, sender: line?.phone ?? null, connection_id: line?.connectionId ?? null, subject, text },
    ...{ state: 'received', state_at: at, at, reason: null, segments: null, send_at: null },
    ...{ waits_until: null, waits_for: null, may_be_at_once: false, dedupe_key: dedupeKey ?? null },
    occasion: said === 'stop' ? 'withdrawal' : null,
    attachments: attachments?.length ? JSON.stringify(attachments) : null,
  }
}

/** The one service message that says that the withdrawal took effect. */
const confirm = (deps: SendDeps, tx: Db, businessId: string, of: Received & { businessName: string }) =>
  sendToLead(
    deps,
    tx,
    { kind: 'system', businessId },
    {
      ...{ leadId: of.leadId, channel: of.channel, purpose: 'service', origin: 'system', occasion: 'withdrawal' },
      ...(of.channel === 'email' && { subject: of.businessName }),
      text: confirmationOf(of.text, of.businessName),
      dedupeKey: `withdrawal ${of.id}`,
    },
  )
