import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { MAIL_SUBJECT_MAX, MAIL_TEXT_MAX } from '#contract/leads/conversations/conversations.ts'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { type Limit, limitTo } from '../../../../platform/http/rate-limits.ts'
import { newId } from '../../../../platform/ids.ts'
import { addReceivedFiles, type ReceivedFile, storeReceivedFile } from '../../../files/received-files.service.ts'
import { findMessageByKey, lockConversation } from '../../conversations.queries.ts'
import type { SendDeps } from '../../sending/composing.service.ts'
import { findSubject } from '../../sending/gate.queries.ts'
import { storeReceived, storeWish } from '../received.service.ts'
import { wishOf } from '../withdrawal-words.rules.ts'
import { insertPage } from './mail-pages.queries.ts'
import { pageOf } from './mail-pages.rules.ts'
import { isAutomatic, textOfHtml, withoutQuote } from './mail-text.rules.ts'
import { findAddressee } from './reply-addresses.queries.ts'

const ADDRESS_MAX = 254
const FILES_MAX = 20
/** For each lead; more is refused for now, and the sender's server tries again. */
const LIMIT: Limit = { max: 60, seconds: 3_600 }

export type InboundMailDeps = SendDeps & Pick<Deps, 'tenants' | 'files' | 'onError' | 'wakeRelay'>
/** `token`: of the address. `from`: of the envelope, for mails without a sender of their own. */
type Mail = { token: string; from: string; raw: Buffer }

/**
 * Handles a mail to the address of a lead: a message of its conversation, whose attachments become files of the lead. The
 * same mail is stored once. Automatic mail is dropped. False if there is no such address any more.
 */
export async function receiveMail(deps: InboundMailDeps, { token, from, raw }: Mail): Promise<boolean> {
  const to = await findAddressee(deps.workerDb, token)
  if (!to) return false
  const mail = await PostalMime.parse(raw)
  if (isAutomatic(mail.headers)) return true
  const { businessId, leadId } = to
  const dedupeKey = `mail ${leadId} ${hashOf(mail.messageId ?? raw)}`
  const db = deps.tenants.scope({ businessId })
  if (await findMessageByKey(db, businessId, dedupeKey)) return true
  await limitTo(deps.tenants.pool, `mail to ${leadId}`, LIMIT, deps.now())
  const files: ReceivedFile[] = []
  const drop = () => Promise.all(files.map(({ stored }) => stored?.drop()))
  try {
    for (const sent of attachmentsOf(mail)) files.push(await storeReceivedFile(deps, db, businessId, sent))
    const read = { ...readMail(mail), address: (mail.from?.address ?? from).toLowerCase().slice(0, ADDRESS_MAX) }
    const kept = await db
      .transaction()
      .execute((tx) => store(deps, tx, businessId, { ...read, leadId, dedupeKey, files, mail }))
    await Promise.all(files.map(({ stored }) => stored && !kept.includes(stored.id) && stored.drop()))
  } catch (error) {
    await drop()
    throw error
  }
  deps.wakeRelay()
  return true
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

function readMail({ subject = '', text, html }: Email) {
  const whole = text?.trim() || (html ? textOfHtml(html) : '')
  const own = withoutQuote(whole).slice(0, MAIL_TEXT_MAX).toWellFormed()
  const line = subject.replaceAll(/\s+/g, ' ').trim().slice(0, MAIL_SUBJECT_MAX).toWellFormed()
  return { whole, text: own.replaceAll('\0', ''), subject: line.replaceAll('\0', '') || null }
}

type Stored = ReturnType<typeof readMail> & {
  leadId: string
  address: string
  dedupeKey: string
  files: ReceivedFile[]
  mail: Email
}
/** Returns the ids of the files that were kept. */
async function store(deps: InboundMailDeps, tx: Db, businessId: string, stored: Stored): Promise<string[]> {
  const { leadId, address, subject, text, whole, dedupeKey, files, mail } = stored
  const now = deps.now()
  await lockConversation(tx, businessId, leadId)
  // Another delivery of the same mail may have been stored since.
  if (await findMessageByKey(tx, businessId, dedupeKey)) return []
  const about = await findSubject(tx, businessId, { leadId, now })
  if (!about) return []
  const attachments = await addReceivedFiles(tx, businessId, {
    ...{ leadId, campaignId: about.campaignId, at: now.toISOString(), files },
  })
  const said = wishOf(text)
  if (said) await storeWish(tx, businessId, { channel: 'email', said, text, contact: address, now })
  const message = { id: newId(), leadId, channel: 'email', address, subject, text, said, dedupeKey, now } as const
  await storeReceived(deps, tx, businessId, { ...message, attachments })
  const html = pageOf(mail, { whole, text })
  if (html) await insertPage(tx, businessId, { messageId: message.id, html })
  return attachments.flatMap(({ fileId }) => fileId ?? [])
}

/** Pictures that the mail shows itself are part of its page. */
const attachmentsOf = ({ attachments }: Email) =>
  attachments
    .filter((one) => !isShown(one))
    .slice(0, FILES_MAX)
    .map(({ filename, content, mimeType }) => ({ name: filename ?? nameOf(mimeType), content: bytesOf(content) }))
const isShown = ({ related, contentId, mimeType }: Attachment) =>
  Boolean(related && contentId) && mimeType.startsWith('image/')
const nameOf = (mimeType: string) => (mimeType === 'message/rfc822' ? 'mail.eml' : 'attachment')
const bytesOf = (content: Attachment['content']) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer)
