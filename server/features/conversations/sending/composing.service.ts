import { advertisingMail, advertisingText, type WayOut } from '#contract/leads/conversations/advertising.ts'
import type { ChannelOutlook } from '#contract/leads/conversations/conversations.ts'
import type { MessagePurpose, SendingChannel } from '#contract/leads/conversations/message-shapes.ts'
import { RECIPIENT_PATH } from '#contract/notifications/recipients.ts'
import { formatPhone } from '#contract/values/phones.ts'
import type { Deps } from '../../../deps.ts'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/ids.ts'
import { hasOptedOut } from '../../messages/to-leads.service.ts'
import { leadTokenOf } from '../lead-tokens.ts'
import { findLine, findMemberEmail, type Subject } from './gate.queries.ts'
import { gateOf, type Leaving, refusalOf } from './gate.rules.ts'
import { findFacts } from './gate.service.ts'

export type SendDeps = Pick<Deps, 'env' | 'now' | 'workerDb' | 'mail' | 'sms' | 'channels' | 'whatsApp'>

/** By what a message would be sent to the lead. */
export type Way = {
  channel: SendingChannel
  address: string
  /** The virtual number, or the one of WhatsApp, with its connection; null: the installation's sender. */
  line: { phone: string; connectionId: string } | null
}

/** The channels by which the lead can be written to now, with our side of each. */
export async function findWays(
  deps: Pick<SendDeps, 'mail' | 'sms' | 'channels' | 'whatsApp'>,
  db: Db,
  businessId: string,
  { leadId, subject }: { leadId: string; subject: Subject },
): Promise<Way[]> {
  const { phone, email, campaignId } = subject
  const line = phone ? ((await findLine(db, businessId, { campaignId, leadId })) ?? null) : null
  const whatsApp = phone ? await deps.whatsApp.ofBusiness(businessId) : undefined
  return [
    ...(phone && (line || deps.sms.isAvailable) ? [{ channel: 'sms' as const, address: phone, line }] : []),
    ...(email && (await canMail(deps, businessId)) ? [{ channel: 'email' as const, address: email, line: null }] : []),
    ...(phone && whatsApp ? [{ channel: 'whatsapp' as const, address: phone, line: whatsApp.line }] : []),
  ]
}

/** By the business's own server, else by the installation's. */
export const canMail = async ({ mail, channels }: Pick<SendDeps, 'mail' | 'channels'>, businessId: string) =>
  mail.isAvailable || (await channels.mailTransportOf(businessId)) !== undefined

/** Whether the sender's carrier refuses messages to this phone. Runs as the worker's role. */
export const isOptedOut = (workerDb: Db, { sms }: Pick<SendDeps, 'sms'>, { channel, address, line }: Way) =>
  channel === 'sms' ? hasOptedOut(workerDb, { senders: [line?.phone ?? sms.sender], phone: address }) : false

/** Where answers to an e-mail go if this installation receives no mail: to the business, else to its author. */
export const repliesTo = async (db: Db, subject: Pick<Subject, 'businessEmail'>, authorId: string | null) =>
  subject.businessEmail ?? (authorId ? ((await findMemberEmail(db, authorId)) ?? null) : null)

/** The link by which the receiver of a message withdraws. */
export const wayOutUrl = ({ env }: Pick<Deps, 'env'>, businessId: string, messageId: string) =>
  `${env.publicUrl}${RECIPIENT_PATH}/${leadTokenOf(env.secretKey, { businessId, messageId })}`

type Content = { purpose: MessagePurpose; text: string; subject: string | null; isApproved?: boolean }
type Composing = { businessId: string; messageId: string; subject: Subject; way: Way }
/**
 * The message as it is sent. Advertising is marked as such with its sender and a way out that works; a template that WhatsApp
 * approved has them itself (account-templates.rules.ts).
 */
export function compose(
  deps: Pick<Deps, 'env'>,
  about: Composing,
  { purpose, isApproved = false, ...content }: Content,
) {
  if (purpose === 'service' || isApproved) return content
  const { businessName, businessPhone, businessEmail } = about.subject
  const contact = businessPhone ? formatPhone(businessPhone) : (businessEmail ?? '')
  const wayOut: WayOut = about.way.line ? { reply: true } : { url: wayOutUrl(deps, about.businessId, about.messageId) }
  const all = { text: content.text, businessName, contact, wayOut }
  if (about.way.channel !== 'email') return { text: advertisingText(all), subject: null }
  return advertisingMail({ ...all, subject: content.subject ?? '' })
}

type Looking = { leadId: string; authorId: string; mayAdvertise: boolean; mayBeAtOnce: boolean; subject: Subject }
/** What the gate would do with messages of this member now, by channel. */
export async function findOutlooks(
  deps: SendDeps,
  db: Db,
  businessId: string,
  looking: Looking,
): Promise<ChannelOutlook[]> {
  const { subject, leadId, authorId, mayAdvertise, mayBeAtOnce } = looking
  const hasInbound = deps.env.mailIn !== undefined
  const found: ChannelOutlook[] = []
  for (const way of await findWays(deps, db, businessId, { leadId, subject })) {
    const { channel, address, line } = way
    const asked = { leadId, subject, ...way, isOptedOut: await isOptedOut(deps.workerDb, deps, way) }
    const facts = await findFacts(deps, db, businessId, asked)
    const { windowUntil } = facts
    const outlook = (purpose: MessagePurpose) => {
      const shared = { channel, purpose, origin: 'person', occasion: null, sendAt: null, needsWindow: false } as const
      const leaving: Leaving = { ...shared, writtenAt: facts.now, mayBeAtOnce }
      const verdict = gateOf(leaving, facts)
      const waits = verdict.kind === 'wait' ? verdict : undefined
      const refusal = refusalOf(leaving, facts)
      return {
        waitsUntil: waits?.until.toISOString() ?? null,
        waitsFor: waits?.waitsFor ?? null,
        refusal: refusal ?? null,
      }
    }
    found.push({
      channel,
      address,
      sender: line?.phone ?? null,
      receivesReplies: channel === 'email' ? hasInbound : line !== null,
      repliesTo: channel === 'email' && !hasInbound ? await repliesTo(db, subject, authorId) : null,
      windowUntil: windowUntil && windowUntil > facts.now ? windowUntil.toISOString() : null,
      service: outlook('service'),
      advertising: mayAdvertise ? outlook('advertising') : null,
      frame: frameOf(deps, businessId, { subject, way }),
    })
  }
  return found
}

const MARK = '\u0001'
/** What stands before and after the person's text in advertising. */
function frameOf(deps: Pick<Deps, 'env'>, businessId: string, { subject, way }: { subject: Subject; way: Way }) {
  const about = { businessId, messageId: newId(), subject, way }
  const { text } = compose(deps, about, { purpose: 'advertising', text: `א${MARK}`, subject: '' })
  const [before = '', after = ''] = text.split(`א${MARK}`)
  return { before, after }
}
