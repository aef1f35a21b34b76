import type { Deps } from '../../deps.ts'
import { isId } from '../../platform/ids.ts'
import { callerOf } from '../../providers/voice/callers.ts'
import type { HookForm } from '../../providers/voice/voice.ts'
import { createSmsLead } from '../leads/intake/phone-intake.service.ts'
import { findSmsRoute, insertSmsReport } from './inbound-sms.queries.ts'
import { deleteOptOut, insertOptOut, updateDelivery } from './sms.queries.ts'
import { deliveryOf, wishOf } from './sms.rules.ts'

const TEXT_MAX = 4_000

/** Half a character, where it is cut, cannot be stored. */
const textOf = (form: HookForm) => (form.Body ?? '').trim().slice(0, TEXT_MAX).toWellFormed()

type Account = { id: string; businessId: string }
/**
 * Somebody wrote to a virtual number: a lead of its campaign, or a repeat enquiry of theirs. The same report again does
 * nothing; who is on the blacklist, hides the number or is no telephone leaves no lead.
 */
export async function takeInboundSms(
  { tenants, now }: Pick<Deps, 'tenants' | 'now'>,
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
      // In the form in which an erasure looks for it.
      const report = { connectionId, key: `sms ${sid}`, form: sender ? { ...form, From: sender } : form, now: now() }
      if (!(await insertSmsReport(tx, businessId, report)) || !sender) return
      const route = await findSmsRoute(tx, businessId, { connectionId, called, sender, now: now() })
      if (!route || route.isBlacklisted) return
      await createSmsLead(tx, businessId, { campaignId: route.campaignId, phone: sender, text: textOf(form) })
    })
}

/** How far a message of ours has come. `message` is its id, from the address that its provider was given. */
export async function takeSmsStatus(
  { workerDb, now }: Pick<Deps, 'workerDb' | 'now'>,
  message: string,
  form: HookForm,
) {
  const delivery = deliveryOf(form.MessageStatus ?? '')
  const sid = form.MessageSid
  if (!delivery || !sid || !isId(message)) return
  const code = /^\d{1,9}$/.test(form.ErrorCode ?? '') ? Number(form.ErrorCode) : undefined
  await updateDelivery(workerDb, { id: message, sid, delivery, code, now: now() })
}

/** Somebody wrote to the platform's own number: nothing but a wish to get its messages, or none any more. */
export async function takeWish({ workerDb, sms }: Pick<Deps, 'workerDb' | 'sms'>, form: HookForm) {
  const { phone } = callerOf(form.From, form.To ?? '')
  const wish = wishOf(textOf(form))
  if (!phone || !wish) return
  const pair = { sender: sms.sender, phone }
  await (wish === 'stop' ? insertOptOut(workerDb, pair) : deleteOptOut(workerDb, pair))
}
