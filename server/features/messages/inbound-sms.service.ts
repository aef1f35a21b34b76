import type { Deps } from '../../deps.ts'
import { isId } from '../../platform/ids.ts'
import { callerOf } from '../../providers/voice/callers.ts'
import type { HookForm } from '../../providers/voice/voice.ts'
import { createSmsLead } from '../leads/intake/phone-intake.service.ts'
import { findSmsRoute, insertSmsReport } from './inbound-sms.queries.ts'
import { deleteOptOut, insertOptOut, updateDelivery } from './sms.queries.ts'
import { deliveryOf, optOutWordOf } from './sms.rules.ts'

const TEXT_MAX = 4_000

/** Truncating may leave half a surrogate pair, which PostgreSQL cannot store. */
const textOf = (form: HookForm) => (form.Body ?? '').trim().slice(0, TEXT_MAX).toWellFormed()

type Account = { id: string; businessId: string }
/**
 * Handles an SMS to a virtual number: creates a lead in the number's campaign, or a repeat enquiry. Idempotent per
 * report. Refused, withheld and invalid senders create no lead.
 */
export async function handleInboundSms(
  { tenants, now, screenCaller }: Pick<Deps, 'tenants' | 'now' | 'screenCaller'>,
  { id: connectionId, businessId }: Account,
  form: HookForm,
): Promise<void> {
  const [sid, called] = [form.MessageSid, form.To ?? '']
  const { phone: sender } = callerOf(form.From, called)
  if (!sid) return
  await tenants
    .scope({ businessId })
    .transaction()
    .execute(async (tx) => {
      // Stored with the normalized phone, because an erasure searches for it.
      const report = { connectionId, key: `sms ${sid}`, form: sender ? { ...form, From: sender } : form, now: now() }
      if (!(await insertSmsReport(tx, businessId, report)) || !sender) return
      const route = await findSmsRoute(tx, businessId, { connectionId, called, sender, now: now(), screenCaller })
      if (!route || route.isRefused) return
      await createSmsLead(tx, businessId, { campaignId: route.campaignId, phone: sender, text: textOf(form) })
    })
}

/**
 * Stores a delivery report of a sent message. `message` is the message id from the callback address; `businessId`: whose
 * account reports, absent: the installation's.
 */
export async function handleSmsStatus(
  { workerDb, now }: Pick<Deps, 'workerDb' | 'now'>,
  message: string,
  form: HookForm,
  businessId?: string,
) {
  const delivery = deliveryOf(form.MessageStatus ?? '')
  const sid = form.MessageSid
  if (!delivery || !sid || !isId(message)) return
  const code = /^\d{1,9}$/.test(form.ErrorCode ?? '') ? Number(form.ErrorCode) : undefined
  await updateDelivery(workerDb, { id: message, sid, delivery, code, now: now(), businessId })
}

/** Handles an SMS to the platform's own number: only START and STOP have an effect. */
export async function handleOptOut({ workerDb, sms }: Pick<Deps, 'workerDb' | 'sms'>, form: HookForm) {
  const { phone } = callerOf(form.From, form.To ?? '')
  const wish = optOutWordOf(textOf(form))
  if (!phone || !wish) return
  const pair = { sender: sms.sender, phone }
  await (wish === 'stop' ? insertOptOut(workerDb, pair) : deleteOptOut(workerDb, pair))
}
