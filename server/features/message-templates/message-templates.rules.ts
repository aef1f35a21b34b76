import { isDeepStrictEqual } from 'node:util'
import type { Language } from '#contract/constants.ts'
import type { MessageTemplate } from '#contract/leads/messages/message-templates.ts'
import type { TemplateValues } from '#contract/leads/messages/template-variables.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import { type Changes, changesTo } from '../../platform/events/changes.ts'
import { directionOf, escapeHtml } from '../messages/messages.rules.ts'

type Fields = Pick<MessageTemplate, 'nameHe' | 'nameEn' | 'channel' | 'purpose' | 'contents'>

/** What changed, for the log. Texts are not logged: the entry of a language says only that its text changed. */
export function changesOf(before: Fields, after: Fields): Changes {
  const { contents: had, ...was } = before
  const { contents: has, ...is } = after
  const isChanged = (language: Language) => !isDeepStrictEqual(had[language], has[language])
  const texts = (['he', 'en'] as const)
    .filter(isChanged)
    .map((language): [string, [unknown, unknown]] => [
      language === 'he' ? 'textHe' : 'textEn',
      [had[language] !== null, has[language] !== null],
    ])
  return { ...changesTo(was, is), ...Object.fromEntries(texts) }
}

/** Values as a reader sees them from whom the business hides the contacts of leads. */
export const maskValues = (values: TemplateValues): TemplateValues => ({
  ...values,
  ...(values['lead.phone'] && { 'lead.phone': maskPhone(values['lead.phone']) }),
  ...(values['lead.email'] && { 'lead.email': maskEmail(values['lead.email']) }),
})

const FONT = "font-family:Heebo,'Segoe UI',Arial,sans-serif"
const WEB_ADDRESS = /https?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)\]]/g

/** Escapes a text; web addresses become links. */
function linked(text: string): string {
  let [html, end] = ['', 0]
  for (const { 0: url, index } of text.matchAll(WEB_ADDRESS)) {
    html += `${escapeHtml(text.slice(end, index))}<a dir="ltr" href="${escapeHtml(url)}">${escapeHtml(url)}</a>`
    end = index + url.length
  }
  return html + escapeHtml(text.slice(end))
}

/**
 * A letter as HTML, in the direction of its language. The direction stands on each level, because mail programs drop some
 * of them; the text is escaped whole, so neither a template nor a value brings its own HTML.
 */
export function letterHtml(language: Language, { subject, text }: { subject: string; text: string }): string {
  const dir = directionOf(language)
  const align = dir === 'rtl' ? 'right' : 'left'
  const paragraphs = text
    .split(/\n{2,}/)
    .map((one) => `<p dir="${dir}" style="margin:0 0 16px">${linked(one).replaceAll('\n', '<br>')}</p>`)
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>` +
    `<body dir="${dir}" style="margin:0;padding:16px;${FONT}"><table role="presentation" dir="${dir}" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">` +
    `<tr><td dir="${dir}" align="${align}" style="color:#1b1f24;font-size:16px;line-height:24px;text-align:${align};${FONT}">${paragraphs.join('')}</td></tr></table></body></html>`
  )
}
