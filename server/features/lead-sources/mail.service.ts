import { createHash } from 'node:crypto'
import { email as emailShape } from '#contract/common.ts'
import { MESSAGE_MAX } from '#contract/leads/leads.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { parsePhone } from '../../platform/phones.ts'
import { addReceivedFiles, type ReceivedFile, storeReceivedFile } from '../files/received-files.service.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { createSourceLead } from '../leads/intake/source-intake.service.ts'
import * as queries from './deliveries.queries.ts'
import { type FoundSource, findSource, type SourceRow } from './lead-sources.queries.ts'
import type { MappedLead } from './mapping.rules.ts'
import { storable } from './reading/decoding.rules.ts'
import { fieldsIn } from './reading/flattening.rules.ts'
import { parseJson } from './reading/nodes.rules.ts'
import { mapFor, placeOf, type ReadingDeps } from './reading.service.ts'
import { storedOf } from './stored-fields.rules.ts'

/** What the reader of mails finds in one. */
type ReadMail = {
  isAutoReply: boolean
  messageId: string | null
  from: string | null
  replyTo: string | null
  subject: string | null
  whole: string
  labelled: [label: string, value: string][]
  attachments: { name: string; content: Uint8Array }[]
}
/** `from`: of the envelope, for mails that name no sender. */
type Mail = { from: string; raw: Buffer; read: ReadMail }
type MailDeps = ReadingDeps & Pick<Deps, 'files' | 'onError' | 'wakeRelay' | 'leadSources'>

/** Of one address; more is refused for now, and the sender's server tries again. */
const limits: readonly Limit[] = [
  { max: 300, seconds: 3_600 },
  { max: 2_000, seconds: 86_400 },
]

/** The source of a mail address, if it may get one more mail. Throws `too_many_requests`. */
export async function requireMailSource({ leadSources, tenants, now }: MailDeps, key: string) {
  const source = await leadSources.find(key)
  if (source?.kind !== 'email' || !source.is_open) return undefined
  for (const limit of limits)
    await limitTo(tenants.pool, `leads by mail to ${source.id} in ${limit.seconds}`, limit, now())
  return source
}

/**
 * Makes a lead of a mail, by the labels in it. A mail that has none is a lead with the mail attached: the contact is the
 * person who wrote, or a phone in the text. Replies of programs are dropped, and mail of this installation.
 */
export async function receiveLeadMail(deps: MailDeps, source: FoundSource, { from, raw, read }: Mail): Promise<void> {
  const sender = read.from ?? from.toLowerCase()
  if (read.isAutoReply || isOwn(deps, sender)) return
  const { business_id: businessId } = source
  const db = deps.tenants.scope({ businessId })
  const files: ReceivedFile[] = []
  let kept: readonly string[] = []
  try {
    for (const { name, content } of read.attachments)
      files.push(await storeReceivedFile(deps, db, businessId, { name, content: Buffer.from(content) }))
    const whole = () => storeReceivedFile(deps, db, businessId, { name: 'mail.eml', content: raw })
    kept = await db.transaction().execute((tx) => store(deps, tx, { source, read, raw, sender, files, whole }))
  } finally {
    await Promise.all(files.map(({ stored }) => stored && !kept.includes(stored.id) && stored.drop()))
  }
  deps.wakeRelay()
}

/** A notification about a lead that comes back to the address would go round in circles. */
function isOwn({ env }: Pick<Deps, 'env'>, sender: string) {
  const own = /<([^<>]+)>/.exec(env.mailFrom)?.[1] ?? env.mailFrom
  return sender === own.trim().toLowerCase() || sender.endsWith(`@${env.mailIn?.domain}`)
}

type Storing = {
  source: FoundSource
  read: ReadMail
  raw: Buffer
  sender: string
  files: ReceivedFile[]
  whole: () => Promise<ReceivedFile>
}
/** Returns the ids of the files that were kept. */
async function store(deps: MailDeps, tx: Db, { source: found, read, raw, sender, files, whole }: Storing) {
  const { business_id: businessId, id: sourceId } = found
  const sameness = `id ${read.messageId ? storable(read.messageId) : createHash('sha256').update(raw).digest('base64url')}`
  await queries.lockSameness(tx, businessId, { sourceId, sameness })
  if (await queries.findSame(tx, businessId, { sourceId, sameness, since: null })) return []
  const source = await findSource(tx, businessId, sourceId)
  if (!source) return []
  const id = newId()
  const at = deps.now().toISOString()
  const body = bodyOf(read, sender)
  const fields = fieldsIn(parseJson(body))
  const row = { id, sourceId, at, contentType: 'application/json', address: '', raw: body, isBase64: false }
  await queries.insertDelivery(tx, businessId, { ...row, state: 'waiting', fields: null })
  await queries.takeAsSample(tx, businessId, { sourceId, id, now: at })
  // The mail itself is a message or a file; its parts are read only where the mapping names them.
  const said = fields.filter(({ path }) => !path.startsWith('mail.') || source.mapping?.columns[path] !== undefined)
  const mapped = await mapFor(deps, tx, businessId, { ...source, fields: said })
  const own = await deps.ownFields.find(businessId)
  const made = await makeLead(tx, businessId, { source, own, read, sender, mapped, body })
  if (!made) {
    const none = { state: 'unread', reason: 'no_contact', sameness: null, leadId: null } as const
    await queries.settleDelivery(tx, businessId, id, { ...none, fields: storedOf(fields) })
    return []
  }
  if (!made.isRead) files.push(await whole())
  const { leadId } = made
  const added = made.isRefused
    ? []
    : await addReceivedFiles(tx, businessId, { leadId, campaignId: made.campaignId, at, files })
  const settled = { state: 'lead', reason: null, sameness, leadId } as const
  await queries.settleDelivery(tx, businessId, id, { ...settled, fields: storedOf(fields) })
  return added.flatMap(({ fileId }) => fileId ?? [])
}

/** The mail as its source reads it, from which it can be read again. */
const bodyOf = ({ subject, whole, labelled, replyTo }: ReadMail, from: string) =>
  JSON.stringify({
    ...Object.fromEntries(labelled.map(([label, value]) => [label.replaceAll('.', ' '), value])),
    mail: { from, ...(replyTo && { replyTo }), subject: subject ?? '', text: whole.slice(0, MESSAGE_MAX) },
  })

/** Addresses of programs, at which no person reads mail. */
const NO_PERSON = /^(no-?reply|do-?not-?reply|mailer-daemon|postmaster|notifications?|alerts?|system|bounce)\b/i
const PHONE_IN_TEXT = /(?<![\d+])(?:\+?972[\s-]?|0)(?:\d[\s-]?){8,9}(?!\d)/g

type Making = {
  source: SourceRow
  own: FieldDefinitions
  read: ReadMail
  sender: string
  mapped: MappedLead
  body: string
}
/** `isRead`: its labels named the contact. Undefined: there is no contact at all. */
async function makeLead(tx: Db, businessId: string, { source, own, read, sender, mapped, body }: Making) {
  const isRead = mapped.reason === undefined
  const found = isRead ? {} : contactOf(read, sender)
  if (!found) return undefined
  const text = [read.subject, read.whole].filter(Boolean).join('\n\n').slice(0, MESSAGE_MAX).toWellFormed()
  const values = {
    ...mapped.values,
    ...found,
    message: mapped.values.message ?? (isRead ? (read.subject ?? '') : text),
  }
  const sent = { ...mapped, values, raw: body, contentType: 'application/json', own }
  const made = await createSourceLead(tx, placeOf(businessId, source), {
    ...sent,
    // Portals write from one address for all people.
    isSecond: !isRead && found.phone === undefined && NO_PERSON.test(sender) && found.email === sender,
  })
  if (!made) return undefined
  const { campaignId } = source
  return { leadId: made.leadId, isRead, isRefused: made.outcome === 'refused', campaignId }
}

/** Whom to answer, where no label says so: the person to whom answers go, the phone in the text. */
function contactOf({ replyTo, whole }: ReadMail, sender: string): { phone?: string; email?: string } | undefined {
  const phone = [...whole.slice(0, MESSAGE_MAX).matchAll(PHONE_IN_TEXT)].flatMap(([text]) => parsePhone(text) ?? [])[0]
  const email = [replyTo, sender].flatMap((one) => emailShape.safeParse(one).data ?? [])
  const person = email.find((one) => !NO_PERSON.test(one)) ?? (phone ? undefined : email[0])
  if (!phone && !person) return undefined
  return { ...(phone && { phone }), ...(person && { email: person }) }
}
