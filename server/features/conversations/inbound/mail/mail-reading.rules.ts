import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { MAIL_SUBJECT_MAX, MAIL_TEXT_MAX } from '#contract/leads/conversations/conversations.ts'
import { pairsOfLines } from '../../../lead-sources/reading/forms.rules.ts'
import { escapeHtml } from '../../../messages/messages.rules.ts'
import { bytesOf, type MailPage, PAGE_TEXT_MAX, sanitizedPage } from './mail-pages.rules.ts'
import { isAutomatic, isAutoReply, textOfHtml, textOfTables, withoutQuote } from './mail-text.rules.ts'

const ADDRESS_MAX = 254
const FILES_MAX = 20
const NAME_MAX = 1_000

/** What a mail says. Plain values, because it is read in a thread of its own. */
export type ReadMail = {
  isAutomatic: boolean
  messageId: string | null
  /** A vacation notice or another reply of a program. */
  isAutoReply: boolean
  /** In lower case; null: the mail names no sender. */
  from: string | null
  /** To whom answers go, in lower case; portals name the person who wrote to them. */
  replyTo: string | null
  subject: string | null
  /** Without the mail that it answers. */
  text: string
  /** The whole mail as text, with what it answers or forwards. */
  whole: string
  /** Lines and rows of tables that are a label with its value. */
  labelled: [label: string, value: string][]
  /** The whole mail; null: it says no more than the text. */
  page: MailPage | null
  /** Pictures that the page contains are not among them. */
  attachments: { name: string; content: Uint8Array }[]
}

/** Reads a mail. Throws if it cannot be parsed. */
export async function readMail(raw: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw)
  const { text = '', html = '', subject = '', messageId, from, replyTo } = mail
  const whole = (text.trim() || textOfHtml(html.slice(0, PAGE_TEXT_MAX))).slice(0, PAGE_TEXT_MAX)
  const own = storable(withoutQuote(whole)).slice(0, MAIL_TEXT_MAX)
  const { page, shown } = pageOf(mail, { whole, own })
  return {
    isAutomatic: isAutomatic(mail.headers),
    isAutoReply: isAutoReply(mail.headers),
    messageId: messageId ?? null,
    from: addressIn(from),
    replyTo: addressIn(replyTo?.[0]),
    whole: storable(whole),
    labelled: labelledIn(text, html),
    subject: storable(subject.slice(0, NAME_MAX).replace(/\s+/g, ' ')).trim().slice(0, MAIL_SUBJECT_MAX) || null,
    text: own.toWellFormed(),
    page,
    attachments: mail.attachments
      .filter((one) => !shown.has(one))
      .slice(0, FILES_MAX)
      .map((one) => ({ name: nameOf(one), content: new Uint8Array(bytesOf(one)) })),
  }
}

const addressIn = (of: { address?: string | undefined } | undefined) =>
  of?.address?.toLowerCase().slice(0, ADDRESS_MAX) || null

const LABELLED_MAX = 200
/** Of the plain text and the tables of the page, what says more. */
function labelledIn(text: string, html: string): ReadMail['labelled'] {
  const [plain, tables] = [text, textOfTables(html.slice(0, PAGE_TEXT_MAX))].map((one) => pairsOfLines(storable(one)))
  const more = (tables?.length ?? 0) > (plain?.length ?? 0) ? tables : plain
  return (more ?? []).slice(0, LABELLED_MAX)
}

const NUL = '\u0000'
/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
const storable = (text: string) => text.replaceAll(NUL, '').toWellFormed()

function pageOf({ html, attachments }: Email, { whole, own }: { whole: string; own: string }) {
  const none = new Set<Attachment>()
  if (html) {
    const { shown, ...page } = sanitizedPage(storable(html), attachments)
    return { page, shown }
  }
  if (whole === own) return { page: null, shown: none }
  return { page: { html: `<pre>${escapeHtml(storable(whole))}</pre>`, hasRemoteImages: false }, shown: none }
}

const nameOf = ({ filename, mimeType }: Attachment) =>
  filename?.slice(-NAME_MAX) || (mimeType === 'message/rfc822' ? 'mail.eml' : 'attachment')
