import { languageOfText } from '#contract/leads/conversations/advertising.ts'
import type { Deps } from '../../../deps.ts'
import { RefusedForGood } from '../../../providers/mail/mail.ts'
import { SmsRefused } from '../../../providers/sms/sms.ts'
import { isUnreached, NeverSent } from '../../../providers/unreached.ts'
import { VoiceError } from '../../../providers/voice/voice.ts'
import { passGate } from '../../ceilings/ceilings.service.ts'
import { phoneRefusal } from '../../ceilings/reachable-phones.rules.ts'
import { composeMail } from '../../messages/messages.rules.ts'
import { deliveryOf } from '../../messages/sms.rules.ts'
import type { Passed } from './delivery.service.ts'
import { beforeSending, type Handed, readFiles } from './handed.service.ts'
import { byWhatsApp } from './handing-whatsapp.service.ts'

type HandingDeps = Pick<
  Deps,
  'env' | 'workerDb' | 'mail' | 'sms' | 'voice' | 'channels' | 'whatsApp' | 'files' | 'now' | 'onError'
>

/**
 * Hands a message that passed the gate to its provider. Called by the delivery loop alone (callers.test.ts). Throws
 * NeverSent if it was certainly not taken and another try is worthwhile.
 */
export const hand = (deps: HandingDeps, passed: Passed): Promise<Handed> => ways[passed.channel](deps, passed)

const ways: Record<Passed['channel'], (deps: HandingDeps, passed: Passed) => Promise<Handed>> = {
  email: byMail,
  whatsapp: byWhatsApp,
  sms: (deps, passed) => (passed.line ? byNumber(deps, passed, passed.line) : byPlatform(deps, passed)),
}

/** The business's own number: its account pays, so that only the phone is checked. */
async function byNumber(
  deps: HandingDeps,
  passed: Passed,
  line: { phone: string; connectionId: string },
): Promise<Handed> {
  const refusal = phoneRefusal(deps.env.phoneCountries, passed.address, 'sms')
  if (refusal) return { kind: 'failed', reason: 'phone_not_allowed', code: null, why: refusal }
  const connection = await beforeSending(deps, () => deps.voice.find(line.connectionId))
  if (!connection) throw new NeverSent('The account of the number is not connected')
  const { env } = deps
  const statusHook = `${env.publicUrl}/hooks/sms/${line.connectionId}/status?message=${passed.queueId}`
  try {
    const receipt = await connection.provider.sendSms({
      ...{ from: line.phone, to: passed.address, text: passed.text, statusHook },
    })
    return { kind: 'sent', sid: receipt.sid, segments: receipt.segments, delivery: deliveryOf(receipt.status) }
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    if (isUnreached(error)) throw new NeverSent(error.message, { cause: error })
    // The owner can correct the account's secret.
    if (error.fault === 'credentials') throw new NeverSent(error.message, { cause: error })
    if (error.fault === 'unavailable') return { kind: 'unknown', why: error.message }
    return { kind: 'failed', reason: 'refused', code: error.vendorCode ?? null, why: error.message }
  }
}

/** The installation's account, with the ceilings of what the operator pays for. */
async function byPlatform(deps: HandingDeps, passed: Passed): Promise<Handed> {
  const gate = await takeRoom(deps, passed, 'sms')
  if ('kind' in gate) return gate
  try {
    const { sms } = deps
    const receipt = await sms.send({ to: passed.address, text: passed.text, id: passed.queueId, sender: sms.sender })
    const { sid = null, segments = null, status } = receipt
    return { kind: 'sent', sid, segments, delivery: status === undefined ? undefined : deliveryOf(status) }
  } catch (error) {
    return faultOf(error, gate, error instanceof SmsRefused ? error.code : undefined)
  }
}

/** Mail by the business's own server costs the operator nothing, and is not limited. */
const FREE: Room = { giveBack: async () => undefined }

/** The business's own server, else the installation's account with its ceilings. The sender's name is the server's own. */
async function byMail(deps: HandingDeps, passed: Passed): Promise<Handed> {
  const files = await readFiles(deps, passed)
  if ('kind' in files) return files
  const own = await beforeSending(deps, () => deps.channels.mailTransportOf(passed.businessId))
  const gate = own ? FREE : await takeRoom(deps, passed, 'mail')
  if ('kind' in gate) return gate
  const { address, subject, text, businessName, replyTo, unsubscribeUrl, queueId } = passed
  try {
    const language = languageOfText(text)
    const mail = own ?? deps.mail
    await mail.send({
      ...{ to: address, subject: subject ?? '', text, id: queueId, isPersonal: true },
      ...(!own && { fromName: businessName }),
      html: composeMail({ language, title: subject ?? '', paragraphs: [text] }).html,
      ...(replyTo && { replyTo }),
      ...(unsubscribeUrl && { unsubscribeUrl }),
      ...(files.length > 0 && { attachments: files }),
    })
    return { kind: 'sent', sid: null, segments: null, delivery: undefined }
  } catch (error) {
    return faultOf(error, gate, undefined)
  }
}

type Room = { giveBack: () => Promise<unknown> }
async function takeRoom(deps: HandingDeps, passed: Passed, channel: 'mail' | 'sms'): Promise<Room | Handed> {
  const { businessId, accountId, address: recipient, text: body } = passed
  const notice = { channel, kind: 'notice', businessId, accountId, recipient, body } as const
  const gate = await beforeSending(deps, () => passGate(deps, notice))
  if (gate.refused === undefined) return gate
  const isLimit = /limit/.test(gate.refused)
  return { kind: 'failed', reason: isLimit ? 'limit_reached' : 'phone_not_allowed', code: null, why: gate.why }
}

async function faultOf(error: unknown, { giveBack }: Room, code: number | undefined): Promise<Handed> {
  const isRefused = error instanceof RefusedForGood
  if (isRefused || error instanceof NeverSent) await giveBack()
  if (error instanceof NeverSent) throw error
  if (isRefused) return { kind: 'failed', reason: 'refused', code: code ?? null, why: error.message }
  return { kind: 'unknown', why: error instanceof Error ? error.message : String(error) }
}
