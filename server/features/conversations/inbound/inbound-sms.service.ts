import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { emit } from '../../../platform/events/emit.ts'
import { newId } from '../../../platform/ids.ts'
import { callerOf } from '../../../providers/voice/callers.ts'
import type { HookForm } from '../../../providers/voice/voice.ts'
import { storeActOfPerson } from '../../consents/consents.service.ts'
import { createSmsLead } from '../../leads/intake/phone-intake.service.ts'
import { deleteOptOut } from '../../messages/to-leads.service.ts'
import * as queries from '../conversations.queries.ts'
import type { SendDeps } from '../sending/composing.service.ts'
import { findSubject } from '../sending/gate.queries.ts'
import { sendToLead } from '../sending/sending.service.ts'
import { findLeadOfConversation, findSmsRoute, insertSmsReport } from './inbound-sms.queries.ts'
import { confirmationOf, wishOf } from './withdrawal-words.rules.ts'

const TEXT_MAX = 4_000

/** Truncating may leave half a surrogate pair, which PostgreSQL cannot store. */
const textOf = (form: HookForm) => (form.Body ?? '').trim().slice(0, TEXT_MAX).toWellFormed()

type Account = { id: string; businessId: string }
type InboundDeps = SendDeps & Pick<Deps, 'tenants' | 'screenCaller' | 'wakeRelay'>

/**
 * Handles an SMS to a virtual number: a message of the sender's lead. Of a sender without a conversation it is also an
 * enquiry in the number's campaign, which makes the lead where there is none. A word of withdrawal takes effect at once, in
 * the same transaction. Idempotent per report. Refused, withheld and invalid senders create nothing.
 */
export async function handleInboundSms(deps: InboundDeps, account: Account, form: HookForm): Promise<void> {
  const { id: connectionId, businessId } = account
  const [sid, called] = [form.MessageSid, form.To ?? '']
  const { phone: sender } = callerOf(form.From, called)
  if (!sid) return
  const now = deps.now()
  const wish = await deps.tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      // Stored with the normalized phone, because an erasure searches for it.
      const report = { connectionId, key: `sms ${sid}`, form: sender ? { ...form, From: sender } : form, now }
      if (!(await insertSmsReport(tx, businessId, report)) || !sender) return undefined
      const line = { connectionId, called, sender, now, screenCaller: deps.screenCaller }
      const route = await findSmsRoute(tx, businessId, line)
      if (!route) return undefined
      const text = textOf(form)
      const said = wishOf(text)
      // Also a caller who is on the blacklist may withdraw.
      if (said) await storeWish(tx, businessId, { said, text, phone: sender, now })
      if (route.isRefused) return said
      const { campaignId } = route
      const known = await findLeadOfConversation(tx, businessId, { campaignId, phone: sender, called })
      // A word of withdrawal is no enquiry, and there is none without a campaign.
      const isEnquiry = !known && said !== 'stop' && campaignId !== null
      const leadId = isEnquiry
        ? await createSmsLead(tx, businessId, { campaignId, phone: sender, text })
        : known?.leadId
      if (leadId) await storeInbound(deps, tx, businessId, { ...line, leadId, text, said })
      return said
    })
  if (wish === 'start' && sender) await deleteOptOut(deps.workerDb, { sender: called, phone: sender })
  deps.wakeRelay()
}

type Wish = { said: 'stop' | 'start'; text: string; phone: string; now: Date }
const storeWish = (tx: Db, businessId: string, { said, text, phone, now }: Wish) =>
  storeActOfPerson(tx, businessId, {
    ...{ contact: phone, channel: 'sms', act: said === 'stop' ? 'withdrawn' : 'given' },
    ...{ source: 'reply', wording: text, at: now },
  })

type Received = {
  leadId: string
  connectionId: string
  called: string
  sender: string
  text: string
  said: 'stop' | 'start' | undefined
  now: Date
}
async function storeInbound(deps: SendDeps, tx: Db, businessId: string, received: Received) {
  const { leadId, connectionId, called, sender, text, said, now } = received
  await queries.lockConversation(tx, businessId, leadId)
  const subject = await findSubject(tx, businessId, { leadId, now })
  if (!subject) return
  const { campaignId, assignedTo } = subject
  const messageId = newId()
  const none = { purpose: null, author_id: null, subject: null, reason: null, segments: null, send_at: null }
  await queries.insertMessage(tx, businessId, {
    ...{ ...none, id: messageId, lead_id: leadId, direction: 'in', channel: 'sms', origin: 'lead' },
    ...{ address: sender, sender: called, connection_id: connectionId, text },
    ...{ state: 'received', state_at: now.toISOString(), at: now.toISOString(), waits_until: null, waits_for: null },
    ...{ may_be_at_once: false, occasion: said === 'stop' ? 'withdrawal' : null, dedupe_key: null },
  })
  await queries.refreshConversation(tx, businessId, leadId)
  await queries.touchLead(tx, businessId, leadId)
  const system = { kind: 'system', businessId } as const
  const about = { campaignId, leadId, messageId, channel: 'sms' as const, assignedTo }
  await emit(tx, system, 'message.received', { ...about, ...(said === 'stop' && { isWithdrawal: true as const }) })
  if (!said) return
  const act = { channel: 'sms', purpose: 'advertising', consentSource: 'reply' } as const
  const consentAct = said === 'stop' ? ('withdrawn' as const) : ('given' as const)
  await emit(tx, system, 'consent.changed', { campaignId, leadId, ...act, consentAct })
  if (said === 'stop') await confirm(deps, tx, businessId, { leadId, text, subject, messageId })
}

type Confirming = { leadId: string; text: string; messageId: string; subject: { businessName: string } }
/** The one service message that says that the withdrawal took effect. */
const confirm = (deps: SendDeps, tx: Db, businessId: string, { leadId, text, messageId, subject }: Confirming) =>
  sendToLead(
    deps,
    tx,
    { kind: 'system', businessId },
    {
      ...{ leadId, channel: 'sms', purpose: 'service', origin: 'system', occasion: 'withdrawal' },
      text: confirmationOf(text, subject.businessName),
      dedupeKey: `withdrawal ${messageId}`,
    },
  )
