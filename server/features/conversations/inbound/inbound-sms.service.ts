import type { Deps } from '../../../deps.ts'
import { newId } from '../../../platform/ids.ts'
import { callerOf } from '../../../providers/voice/callers.ts'
import type { HookForm } from '../../../providers/voice/voice.ts'
import { createSmsLead } from '../../leads/intake/phone-intake.service.ts'
import { deleteOptOut } from '../../messages/to-leads.service.ts'
import type { SendDeps } from '../sending/composing.service.ts'
import { findLeadOfConversation, findSmsRoute, insertSmsReport } from './inbound-sms.queries.ts'
import { storeReceived, storeWish } from './received.service.ts'
import { wishOf } from './withdrawal-words.rules.ts'

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
      if (said) await storeWish(tx, businessId, { channel: 'sms', said, text, contact: sender, now })
      if (route.isRefused) return said
      const { campaignId } = route
      const known = await findLeadOfConversation(tx, businessId, { campaignId, phone: sender, called })
      // A word of withdrawal is no enquiry, and there is none without a campaign.
      const isEnquiry = !known && said !== 'stop' && campaignId !== null
      const leadId = isEnquiry
        ? await createSmsLead(tx, businessId, { campaignId, phone: sender, text })
        : known?.leadId
      if (leadId) {
        const message = { id: newId(), leadId, channel: 'sms', address: sender, text, said, now } as const
        await storeReceived(deps, tx, businessId, { ...message, line: { phone: called, connectionId } })
      }
      return said
    })
  if (wish === 'start' && sender) await deleteOptOut(deps.workerDb, { sender: called, phone: sender })
  deps.wakeRelay()
}
