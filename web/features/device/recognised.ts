import { NAME_MAX } from '#contract/common.ts'
import { SHARED_TEXT_MAX } from '#contract/files/sharing.ts'
import { looksLikePhone } from '../../ui/forms/phone-rule.ts'
import type { Contact } from './contact-card.ts'

/** Characters that only set the direction of a text; messengers put them around numbers. */
const MARKS = /[‎‏‪-‮⁦-⁩]/g
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi
const EMAIL = /[^\s<>()[\],;:"']{1,64}@[^\s<>()[\],;:"'@]{1,190}\.[a-z]{2,24}/i
const WHATSAPP = /(?:wa\.me\/|whatsapp\.com\/send\/?\?(?:\S{1,200}&)?phone=)(?:\+|%2B)?(\d{8,15})/i
const DIGITS = /[+(]?\d[\d ().\-–]{5,24}\d/g
/** International, an Israeli number, or one of the shared-cost numbers; not a date, a price or a number of an order. */
const isPhoneNumber = (text: string) => {
  const digits = text.replace(/\D/g, '')
  const shape = text.trim().startsWith('+') ? `+${digits}` : digits
  return /^(\+\d{8,15}|00\d{8,13}|972\d{8,9}|0[2-9]\d{7,8}|1[5-8]00\d{6})$/.test(shape)
}
const LABELLED_NAME = /(?:^|\n)\s*(?:שם(?: מלא| הלקוח| הפונה)?|(?:full |customer )?name)\s*[:\-–]\s*([^\n]{2,200})/i
const isNameLike = (line: string) => /^[\p{L}][\p{L}\p{M}'"׳״.\- ]{1,49}$/u.test(line) && line.split(/\s+/).length <= 4
/** Longer texts are no contact, whatever a line of them looks like. */
const CONTACT_LINES_MAX = 6

type Texts = { title: string; text: string; url: string }
export type Recognised = {
  name: string
  phone: string
  email: string
  /** Everything that was shared, for a comment. */
  text: string
  /** The same for the note of a new lead; empty if all of it is in the other fields. */
  note: string
  isCut: boolean
}

function phoneIn(text: string) {
  const whatsApp = WHATSAPP.exec(text)?.[1]
  if (whatsApp) return `+${whatsApp}`
  const words = text.replace(LINK, ' ')
  if (looksLikePhone(words)) return words.trim()
  return words.match(DIGITS)?.find(isPhoneNumber)?.trim() ?? ''
}

function nameIn({ title, text }: Texts, found: readonly string[]) {
  const labelled = LABELLED_NAME.exec(text)?.[1]?.trim()
  if (labelled) return labelled
  const without = found.reduce((left, one) => left.replace(one, '|'), text.replace(LINK, '|'))
  const lines = without
    .split('\n')
    .map((line) => line.replace(/^[\s,:;|\-–]+|[\s,:;|\-–]+$/g, ''))
    .filter(Boolean)
  return [title.trim(), ...(lines.length <= CONTACT_LINES_MAX ? lines : [])].find(isNameLike) ?? ''
}

/** A contact as lines of text. */
const linesOf = ({ name, phones, emails, note }: Contact) =>
  [name, ...phones, ...emails, note].filter(Boolean).join('\n')

/** What a lead can be made of. The person sees and corrects it before it is saved. */
export function recognise(texts: Texts, contacts: readonly Contact[] = []): Recognised {
  const shared = { ...texts, title: texts.title.replace(MARKS, ''), text: texts.text.replace(MARKS, '') }
  const { title, text, url } = shared
  const [contact] = contacts
  // Browsers give the address of a page as its text, others as the address.
  const parts = [text.includes(title) ? '' : title, text, text.includes(url) ? '' : url, ...contacts.map(linesOf)]
  const whole = parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join('\n')
  const phone = contact?.phones[0] ?? phoneIn([text, url, title].join('\n').trim())
  const email =
    contact?.emails[0] ?? EMAIL.exec(`${text}\n${title}`)?.[0] ?? /^mailto:([^?]{3,254})/i.exec(url)?.[1] ?? ''
  // A line of a message about nothing that can be reached is no name.
  const name = contact?.name || (phone || email ? nameIn(shared, [email, phone].filter(Boolean)) : '')
  const rest = [name, phone, email].filter(Boolean).reduce((left, one) => left.replaceAll(one, ''), whole)
  const isUsedUp = !/[\p{L}\d]/u.test(rest.replace(/\b(?:tel|mailto):/gi, ''))
  const cut = whole.slice(0, SHARED_TEXT_MAX)
  return {
    ...{ name: name.slice(0, NAME_MAX), phone, email, text: cut, note: isUsedUp ? '' : cut },
    isCut: whole.length > SHARED_TEXT_MAX,
  }
}
