import { buffer } from 'node:stream/consumers'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Deps } from '../../deps.ts'
import { dueWork } from '../../platform/jobs/due-work.ts'
import { startPolling } from '../../platform/jobs/poll-loop.ts'
import { type MailProvider, RefusedForGood } from '../../providers/mail/mail.ts'
import { PushPostponed } from '../../providers/push/push.ts'
import { sendFrom } from '../../providers/sms/open-sms.ts'
import { type SmsReceipt, SmsRefused } from '../../providers/sms/sms.ts'
import { NeverSent } from '../../providers/unreached.ts'
import { passGate } from '../ceilings/ceilings.service.ts'
import { sendToDevice } from '../push/push.service.ts'
import { type DueMessage, markFailed, markForRetry, markSent, takeDueMessages } from './messages.queries.ts'
import { hasOptedOut, insertOptOut } from './sms.queries.ts'
import { deliveryOf, OPTED_OUT } from './sms.rules.ts'

const POLL_MS = 500
const AT_ONCE = 10
/** Lease of a message during an attempt. It is longer than the provider's own time limits. */
const LEASE_MS = 5 * 60_000
/** Seconds before each retry. After the last retry the message fails. */
const PAUSES = [60, 300, 1_800, 7_200, 28_800]

type DeliveryDeps = Pick<
  Deps,
  'env' | 'workerDb' | 'files' | 'mail' | 'sms' | 'push' | 'voice' | 'channels' | 'now' | 'onError' | 'stoppedBy'
>

/**
 * Sends queued messages. It is a polling loop and not a job: requests use a database role that may not add jobs, adding
 * jobs in their transactions would be slow, and a sign-in code cannot wait for the next minute.
 */
export const startDelivery = (deps: DeliveryDeps) => startPolling(() => deliverDueMessages(deps), POLL_MS, deps.onError)

/** Attempts to send each due message once. Returns the number of messages. */
export const deliverDueMessages = (deps: DeliveryDeps): Promise<number> =>
  dueWork({
    now: deps.now,
    most: AT_ONCE,
    leaseMs: LEASE_MS,
    take: (lease) => takeDueMessages(deps.workerDb, lease),
    work: (message) => deliver(deps, message),
    pauseOf,
    postpone: ({ id }, { message, dueAt }) => markForRetry(deps.workerDb, id, { error: message, dueAt }),
    giveUp: ({ id }, { error, message }) =>
      markFailed(deps.workerDb, id, { error: message, code: error instanceof SmsRefused ? error.code : undefined }),
  })

function pauseOf({ attempts }: DueMessage, error: unknown): number | undefined {
  const pause = error instanceof RefusedForGood ? undefined : PAUSES[attempts - 1]
  return pause && error instanceof PushPostponed ? Math.max(pause, error.seconds) : pause
}

function deliver(deps: DeliveryDeps, message: DueMessage) {
  const { channel, ...pushed } = message
  return channel === 'push' ? deliverPush(deps, pushed) : deliverCounted(deps, { ...pushed, channel })
}

/** Costs nothing, so no ceiling counts it. */
async function deliverPush(deps: DeliveryDeps, message: Omit<DueMessage, 'channel'>) {
  await sendToDevice(deps, message)
  await markSent(deps.workerDb, message.id, { now: deps.now(), keep: false })
}

type Counted = Omit<DueMessage, 'channel'> & { channel: 'mail' | 'sms' }
async function deliverCounted(deps: DeliveryDeps, message: Counted) {
  const { workerDb, now } = deps
  const stopped = await stopOf(deps, message)
  if (stopped)
    return markFailed(workerDb, message.id, {
      error: 'The business is suspended or has reached a cap',
      refusal: stopped,
    })
  const own = await ownMailOf(deps, message)
  const gate = own ? FREE : await passGate(deps, message).catch(deps.onError)
  // The gate failed, so nothing was sent: the message is due again when its lease expires.
  if (!gate) return
  if (gate.refused !== undefined) {
    deps.onError(new Error(`A message of ${message.businessId ?? 'an account'} was not sent: ${gate.why}.`))
    return markFailed(workerDb, message.id, { error: gate.why, refusal: gate.refused })
  }
  try {
    if (message.channel === 'sms') return await deliverSms(deps, message)
    const receipt = await sendMail(deps, own ?? deps.mail, { ...message, ...(own && { mailName: null }) })
    await markSent(workerDb, message.id, { now: now(), keep: receipt === 'kept' })
  } catch (error) {
    // After any other error the message may have been sent and charged.
    if (error instanceof RefusedForGood || error instanceof NeverSent) await gate.giveBack().catch(deps.onError)
    throw error
  }
}

/** Mail by the business's own server costs the operator nothing. */
const FREE = { refused: undefined, giveBack: async () => undefined }

/** The business's own mail server, for its mail to leads. */
const ownMailOf = async ({ channels }: DeliveryDeps, { channel, isToLead, businessId }: Counted) =>
  channel === 'mail' && isToLead && businessId ? channels.mailTransportOf(businessId) : undefined

/** Why a text message of a business is not sent: it owes, or a cap is reached. Codes belong to no business. */
const stopOf = async ({ stoppedBy, workerDb }: DeliveryDeps, { channel, businessId }: Counted) =>
  channel === 'sms' && businessId ? stoppedBy(workerDb, businessId) : undefined

async function sendMail({ files }: DeliveryDeps, mail: MailProvider, message: Counted) {
  const { id, recipient, subject, body, html, attachment, mailName, unsubscribeUrl } = message
  const file = attachment && (await files.get(attachment.stored))
  if (attachment && !file) throw new NeverSent(`The file ${attachment.stored} is not in the storage`)
  return mail.send({
    to: recipient,
    subject: subject ?? '',
    text: body,
    ...(html && { html }),
    ...(attachment && file && { attachment: { ...attachment, bytes: await buffer(file.bytes) } }),
    ...(mailName && { fromName: mailName }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    id,
  })
}

/** Refuses a phone that replied STOP without asking the provider, which would refuse it too. */
async function deliverSms(deps: DeliveryDeps, message: Counted) {
  const { workerDb, sms, now } = deps
  const { id, recipient: phone, body, smsSender, smsNumber } = message
  const sender = smsNumber?.phone ?? (sms.takesSender ? smsSender : null) ?? sms.sender
  // A STOP to the installation's number also applies to the business's sender name.
  if (await hasOptedOut(workerDb, { senders: [sender, sms.sender], phone }))
    throw new SmsRefused('The receiver has opted out', OPTED_OUT)
  const sent = smsNumber ? sendByNumber(deps, message, smsNumber) : sms.send({ to: phone, text: body, id, sender })
  const receipt = await sent.catch(async (error: unknown) => {
    if (error instanceof SmsRefused && error.code === OPTED_OUT) await insertOptOut(workerDb, { sender, phone })
    throw error
  })
  const { how, sid, segments = countSms(body).segments, status } = receipt
  const delivery = status === undefined ? undefined : deliveryOf(status)
  await markSent(workerDb, id, { now: now(), keep: how === 'kept', sms: { sid, segments, delivery } })
}

type SmsNumber = NonNullable<DueMessage['smsNumber']>
/** Sends from a number of the business, through the account that has it. */
async function sendByNumber(
  { env, voice }: DeliveryDeps,
  { id, recipient: to, body: text }: Counted,
  { phone: from, connectionId }: SmsNumber,
): Promise<SmsReceipt> {
  const connection = await voice.find(connectionId)
  if (!connection) throw new NeverSent('The account of the number is not connected')
  const statusHook = `${env.publicUrl}/hooks/sms/${connectionId}/status?message=${id}`
  const receipt = await sendFrom(connection.provider, { from, to, text, statusHook })
  return { ...receipt, how: connection.kind === 'local' ? 'kept' : 'sent' }
}
