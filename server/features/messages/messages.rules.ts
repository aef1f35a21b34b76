import { type Language, languages } from '#contract/constants.ts'
import { translate } from '../../platform/texts.ts'

type Action = { label: string; url: string }
export type MailContent = {
  language: Language
  /** The heading; also used as the subject. */
  title: string
  paragraphs: string[]
  /** Label and value, one per line. */
  facts?: { label: string; value: string; isLtr?: boolean }[]
  /** A code to type, shown large. */
  code?: string
  action?: Action
  /** A second, less prominent button. */
  otherAction?: Action
  /** Small print at the end, with a link below it. */
  note?: string
  noteLink?: Action
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] as string)

export const directionOf = (language: Language) => (language === languages[0] ? 'rtl' : 'ltr')

/**
 * Renders an e-mail as plain text and as HTML for all mail clients: tables and inline styles, no external resources.
 */
export const composeMail = (content: MailContent): { body: string; html: string; language: Language } => ({
  body: asText(content),
  html: asHtml(content),
  language: content.language,
})

type Notice = { email: string } & Record<string, string | number>
/**
 * An e-mail that notifies a person of a change of their sign-in methods, so that no change goes unnoticed. Uses
 * `${kind}.title`, `.text` and `.note` of a catalogue, with these values.
 */
export function noticeMail(language: Language, catalogue: string, kind: string, values: Notice) {
  const say = (key: string) => translate(language, catalogue, `${kind}.${key}`, values)
  const title = say('title')
  return {
    businessId: null,
    kind: 'account' as const,
    channel: 'mail' as const,
    recipient: values.email,
    subject: title,
    ...composeMail({ language, title, paragraphs: [say('text')], note: say('note') }),
  }
}

/** Zero-width left-to-right mark. Without it, a leading plus sign moves to the end between Hebrew words. */
export const LEFT_TO_RIGHT = '\u200e'

const asText = ({ title, paragraphs, facts = [], code, action, otherAction, note, noteLink }: MailContent) =>
  [
    title,
    ...paragraphs,
    code,
    facts.map(({ label, value, isLtr }) => `${label}: ${isLtr ? LEFT_TO_RIGHT : ''}${value}`).join('\n'),
    ...[action, otherAction].map((one) => one && `${one.label}:\n${one.url}`),
    note && `--\n${note}`,
    noteLink && `${noteLink.label}:\n${noteLink.url}`,
  ]
    .filter(Boolean)
    .join('\n\n')

const FONT = "font-family:Heebo,'Segoe UI',Arial,sans-serif"
const lines = (text: string) => escapeHtml(text).replace(/\r?\n/g, '<br>')

const linkOf = ({ label, url }: Action) => `<a href="${escapeHtml(url)}" style="color:#5c6470">${escapeHtml(label)}</a>`

function asHtml({
  language,
  title,
  paragraphs,
  facts = [],
  code,
  action,
  otherAction,
  note,
  noteLink,
}: MailContent): string {
  const start = directionOf(language) === 'rtl' ? 'right' : 'left'
  const fact = ({ label, value, isLtr }: { label: string; value: string; isLtr?: boolean }) =>
    `<tr><td style="padding:6px 0;color:#5c6470;white-space:nowrap;vertical-align:top">${escapeHtml(label)}</td>` +
    `<td width="100%" style="padding:6px 16px;text-align:${start}"><bdi dir="${isLtr ? 'ltr' : 'auto'}">${lines(value)}</bdi></td></tr>`
  const parts = [
    `<h1 dir="auto" style="margin:0 0 16px;font-size:20px;line-height:28px;text-align:${start}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${lines(text)}</p>`),
    code &&
      `<p dir="ltr" style="margin:0 0 16px;font-size:32px;line-height:40px;letter-spacing:6px;font-weight:700;text-align:${start}">${escapeHtml(code)}</p>`,
    facts.length > 0 &&
      `<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 16px;font-size:15px">${facts.map(fact).join('')}</table>`,
    action &&
      `<p style="margin:24px 0 8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#4252d1;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>`,
    otherAction &&
      `<p style="margin:16px 0 8px"><a href="${escapeHtml(otherAction.url)}" style="color:#4252d1">${escapeHtml(otherAction.label)}</a></p>`,
    note &&
      `<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e3e6ea;font-size:13px;color:#5c6470">${lines(note)}${noteLink ? `<br>${linkOf(noteLink)}` : ''}</p>`,
  ]
  return (
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>` +
    `<body style="margin:0;padding:24px 12px;background:#f5f5f9;${FONT}"><table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto">` +
    `<tr><td dir="${directionOf(language)}" style="padding:28px;background:#ffffff;border-radius:12px;color:#1b1f24;font-size:16px;line-height:24px;text-align:${start};${FONT}">${parts.filter(Boolean).join('')}</td></tr></table></body></html>`
  )
}
