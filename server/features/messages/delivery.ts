import { setTimeout as sleep } from 'node:timers/promises'
import { countSms } from '#contract/values/sms-segments.ts'
import type { Deps } from '../../deps.ts'
import { RefusedForGood } from '../../providers/mail/mail.ts'
import { SmsRefused } from '../../providers/sms/sms.ts'
import { NeverSent } from '../../providers/unreached.ts'
import { passGate } from '../ceilings/ceilings.service.ts'
import { type DueMessage, markFailed, markForRetry, markSent, takeDueMessages } from './messages.queries.ts'
import { hasOptedOut, insertOptOut } from './sms.queries.ts'
import { deliveryOf, OPTED_OUT } from './sms.rules.ts'

const POLL_MS = 500
const AT_ONCE = 10
/** Longer than a provider's own time limits. */
const LEASE_MS = 5 * 60_000
const MINUTE_MS = 60_000
/** Pauses after the first, second, … failed try; after the last the message is given up. */
export const RETRY_MINUTES = [1, 5, 30, 120, 480] as const
const ERROR_MAX = 500

type Given = Pick<Deps, 'env' | 'workerDb' | 'mail' | 'sms' | 'now' | 'onError'>
export type Delivery = { stop: () => Promise<void> }

/**
 * Sends what is queued. A loop and not a job: requests may not add jobs (they are another role, and a queue inside
 * their transactions would be slow), and a code that somebody waits for may not wait for the minute of a timetable.
 */
export function startDelivery(given: Given): Delivery {
  const stopping = new AbortController()
  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const delivered = await deliverDueMessages(given).catch((error) => given.onError(error))
      if (!delivered) await sleep(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    stop() {
      stopping.abort()
      return loop
    },
  }
}

/** Tries each message that is due once; says how many there were. */
export async function deliverDueMessages(given: Given): Promise<number> {
  const now = given.now()
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const due = await takeDueMessages(given.workerDb, { now, leaseUntil, most: AT_ONCE })
  await Promise.all(due.map((message) => deliver(given, message)))
  return due.length
}

async function deliver(given: Given, message: DueMessage) {
  const { workerDb, now } = given
  const gate = await passGate(given, message)
  if (gate.refused !== undefined) {
    given.onError(new Error(`A message of ${message.businessId ?? 'an account'} was not sent: ${gate.why}.`))
    return markFailed(workerDb, message.id, { error: gate.why, refusal: gate.refused })
  }
  try {
    if (message.channel === 'sms') await deliverSms(given, message)
    else {
      const receipt = await sendMail(given, message)
      await markSent(workerDb, message.id, { now: now(), keep: receipt === 'kept' })
    }
  } catch (thrown) {
    const error = (thrown as Error).message.slice(0, ERROR_MAX)
    const code = thrown instanceof SmsRefused ? thrown.code : undefined
    // Whatever else went wrong, it may have been sent and paid for.
    if (thrown instanceof RefusedForGood || thrown instanceof NeverSent) await gate.giveBack().catch(given.onError)
    const minutes = RETRY_MINUTES[message.attempts - 1]
    if (thrown instanceof RefusedForGood || minutes === undefined)
      await markFailed(workerDb, message.id, { error, code })
    else await markForRetry(workerDb, message.id, { error, dueAt: new Date(now().getTime() + minutes * MINUTE_MS) })
  }
}

const sendMail = ({ mail }: Given, { id, recipient, subject, body, html, mailName, unsubscribeUrl }: DueMessage) =>
  mail.send({
    to: recipient,
    subject: subject ?? '',
    text: body,
    ...(html && { html }),
    ...(mailName && { fromName: mailName }),
    ...(unsubscribeUrl && { unsubscribeUrl }),
    id,
  })

/** Whoever wrote STOP is not asked for again: the provider would refuse, and the wish is known. */
async function deliverSms({ workerDb, sms, now }: Given, { id, recipient: phone, body, smsSender }: DueMessage) {
  const sender = (sms.takesSender ? smsSender : null) ?? sms.sender
  // A name of the business's is no way round a STOP that the installation's own number was sent.
  if (await hasOptedOut(workerDb, { senders: [sender, sms.sender], phone }))
    throw new SmsRefused('The receiver has opted out', OPTED_OUT)
  const receipt = await sms.send({ to: phone, text: body, id, sender }).catch(async (error: unknown) => {
    if (error instanceof SmsRefused && error.code === OPTED_OUT) await insertOptOut(workerDb, { sender, phone })
    throw error
  })
  const { how, sid, segments = countSms(body).segments, status } = receipt
  const delivery = status === undefined ? undefined : deliveryOf(status)
  await markSent(workerDb, id, { now: now(), keep: how === 'kept', sms: { sid, segments, delivery } })
}
