import { createHash } from 'node:crypto'
import type { Deps } from '../../../../deps.ts'
import type { Db } from '../../../../platform/db/db.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import { type Limit, limitTo } from '../../../../platform/http/rate-limits.ts'
import { newId } from '../../../../platform/ids.ts'
import { addReceivedFiles, type ReceivedFile, storeReceivedFile } from '../../../files/received-files.service.ts'
import { findMessageByKey, lockConversation } from '../../conversations.queries.ts'
import type { SendDeps } from '../../sending/composing.service.ts'
import { findSubject, type Subject } from '../../sending/gate.queries.ts'
import { storeReceived, storeWish } from '../received.service.ts'
import { wishOf } from '../withdrawal-words.rules.ts'
import { insertPage } from './mail-pages.queries.ts'
import type { ReadMail } from './mail-reading.rules.ts'
import { findAddressee } from './reply-addresses.queries.ts'

/** For each lead; more is refused for now, and the sender's server tries again. */
const limits: readonly Limit[] = [
  { max: 60, seconds: 3_600 },
  { max: 200, seconds: 86_400 },
]

export type InboundMailDeps = SendDeps &
  Pick<Deps, 'tenants' | 'files' | 'onError' | 'wakeRelay' | 'leadSources' | 'ownFields'>
type Addressee = { businessId: string; leadId: string }

/** The lead of an address of ours, if it may get one more mail. Throws `too_many_requests`. */
export async function requireAddressee(deps: InboundMailDeps, token: string): Promise<Addressee | undefined> {
  const to = await findAddressee(deps.workerDb, token)
  if (!to) return undefined
  for (const limit of limits)
    await limitTo(deps.tenants.pool, `mail to ${to.leadId} in ${limit.seconds}`, limit, deps.now())
  return to
}

/** `from`: of the envelope, for mails that name no sender. */
type Mail = { from: string; raw: Buffer; read: ReadMail }

/**
 * Stores a mail to the address of a lead: a message of its conversation, whose attachments become files of the lead. The
 * same mail is stored once. Automatic mail is dropped.
 */
export async function receiveMail(deps: InboundMailDeps, to: Addressee, { from, raw, read }: Mail): Promise<void> {
  if (read.isAutomatic) return
  const { businessId, leadId } = to
  const dedupeKey = `mail ${leadId} ${hashOf(read.messageId ?? raw)}`
  const db = deps.tenants.scope({ businessId })
  if (await findMessageByKey(db, businessId, dedupeKey)) return
  const files: ReceivedFile[] = []
  let kept: readonly string[] = []
  try {
    for (const { name, content } of read.attachments)
      files.push(await storeReceivedFile(deps, db, businessId, { name, content: Buffer.from(content) }))
    const mail = { ...read, address: read.from ?? from.toLowerCase(), leadId, dedupeKey, files }
    kept = await db.transaction().execute((tx) => store(deps, tx, businessId, mail))
  } finally {
    await Promise.all(files.map(({ stored }) => stored && !kept.includes(stored.id) && stored.drop()))
  }
  deps.wakeRelay()
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

type Stored = ReadMail & { leadId: string; address: string; dedupeKey: string; files: ReceivedFile[] }
/** Returns the ids of the files that were kept. */
async function store(deps: InboundMailDeps, tx: Db, businessId: string, mail: Stored): Promise<string[]> {
  const { leadId, address, subject, text, page, dedupeKey, files } = mail
  const now = deps.now()
  await lockConversation(tx, businessId, leadId)
  // Another delivery of the same mail may have been stored since.
  if (await findMessageByKey(tx, businessId, dedupeKey)) return []
  const about = await findSubject(tx, businessId, { leadId, now })
  // Merged, erased or deleted in the meantime: the sender's server asks again for the address.
  if (!about || about.isLeadGone) throw new AppError('lead_not_found')
  const attachments = await addReceivedFiles(tx, businessId, {
    ...{ leadId, campaignId: about.campaignId, at: now.toISOString(), files },
  })
  const said = wishAllowed(wishOf(text), address, about)
  if (said)
    for (const contact of contactsOf(said, address, about))
      await storeWish(tx, businessId, { channel: 'email', said, text, contact, now })
  const message = { id: newId(), leadId, channel: 'email', address, subject, text, said, dedupeKey, now } as const
  await storeReceived(deps, tx, businessId, { ...message, attachments })
  if (page) await insertPage(tx, businessId, { messageId: message.id, ...page })
  return attachments.flatMap(({ fileId }) => fileId ?? [])
}

const isOfLead = (address: string, { email, furtherContacts }: Subject) =>
  [email, ...furtherContacts].some((contact) => contact?.toLowerCase() === address)

/** Senders can be forged. The address proves the lead, who may always withdraw; consent comes from the lead's own e-mail. */
const wishAllowed = (said: 'stop' | 'start' | undefined, address: string, of: Subject) =>
  said === 'start' && !isOfLead(address, of) ? undefined : said
const contactsOf = (said: 'stop' | 'start', address: string, of: Subject) => {
  const own = isOfLead(address, of) ? [address] : []
  return new Set(said === 'stop' && of.email ? [of.email, ...own] : own)
}
