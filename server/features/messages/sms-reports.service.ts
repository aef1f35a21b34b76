import type { Deps } from '../../deps.ts'
import { isId } from '../../platform/ids.ts'
import { callerOf } from '../../providers/voice/callers.ts'
import type { HookForm } from '../../providers/voice/voice.ts'
import { deleteOptOut, insertOptOut, updateDelivery } from './sms.queries.ts'
import { deliveryOf, optOutWordOf } from './sms.rules.ts'

const TEXT_MAX = 4_000

/** Truncating may leave half a surrogate pair, which PostgreSQL cannot store. */
const textOf = (form: HookForm) => (form.Body ?? '').trim().slice(0, TEXT_MAX).toWellFormed()

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
