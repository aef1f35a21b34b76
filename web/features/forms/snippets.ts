import type { Language } from '#contract/constants.ts'
import { type Form, HONEYPOT } from '#contract/forms.ts'

type Target = { origin: string; form: Form; language: Language }

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const e = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/** URL of the hosted page. */
export const addressOf = ({ origin, form, language }: Target) => `${origin}/f/${form.key}?lang=${language}`

/** Embeds the form at its place, fits its height and passes attribution on. */
export const scriptSnippet = ({ origin, form, language }: Target) =>
  `<script src="${origin}/f/${form.key}/embed.js" data-lang="${language}" data-title="${e(form.texts.title[language])}" async></script>`

/** The same for sites that do not allow scripts. */
export const frameSnippet = (target: Target) =>
  `<iframe src="${e(`${addressOf(target)}&embed=1`)}" title="${e(target.form.texts.title[target.language])}" style="width:100%;height:720px;border:0"></iframe>`

/** Plain HTML that the site styles itself; submits to us and works without scripts. */
export function htmlSnippet(target: Target) {
  const { form, language } = target
  const { texts, fields } = form
  const lines = fields.flatMap((field) => inputOf(field, language))
  return [
    `<form action="${e(addressOf(target))}" method="post" dir="${language === 'he' ? 'rtl' : 'ltr'}" lang="${language}">`,
    ...lines,
    `  <div style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)" aria-hidden="true"><input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></div>`,
    ...(texts.consent[language]
      ? [
          `  <p><label><input type="checkbox" name="consent" value="1" required> ${e(texts.consent[language])}</label></p>`,
        ]
      : []),
    `  <p><button type="submit">${e(texts.button[language])}</button></p>`,
    '</form>',
  ].join('\n')
}

const types: Partial<Record<Form['fields'][number]['kind'], string>> = {
  name: 'type="text" autocomplete="name"',
  phone: 'type="tel" dir="ltr" autocomplete="tel"',
  email: 'type="email" dir="ltr" autocomplete="email"',
  text: 'type="text"',
}

function inputOf({ name, kind, label, required, options }: Form['fields'][number], language: Language): string[] {
  const [text, must] = [e(label[language]), required ? ' required' : '']
  if (kind === 'checkbox')
    return [`  <p><label><input type="checkbox" name="${name}" value="${text}"${must}> ${text}</label></p>`]
  if (kind === 'message')
    return [`  <p><label>${text}<br><textarea name="${name}" rows="4"${must}></textarea></label></p>`]
  if (kind !== 'select') return [`  <p><label>${text}<br><input name="${name}" ${types[kind]}${must}></label></p>`]
  return [
    `  <p><label>${text}<br><select name="${name}"${must}>`,
    '    <option value=""></option>',
    ...options.map((option) => `    <option>${e(option[language])}</option>`),
    '  </select></label></p>',
  ]
}

/** Unassigned numbers, for testing from a terminal as one of the form's sites would submit. */
const examples = { name: 'Noa Levi', phone: '+972724440123', email: 'noa@example.com', message: 'Test' }

export function curlSnippet(target: Target) {
  const { form, language } = target
  const given = form.fields.map(({ name, kind, label, options }): [string, string] => {
    if (kind === 'select') return [name, options[0]?.[language] ?? '']
    if (kind === 'text' || kind === 'checkbox') return [name, label[language]]
    return [name, kind === 'lead_field' ? label[language] : examples[kind]]
  })
  const sent = [...given, ...(form.texts.consent[language] ? [['consent', '1'] as const] : [])]
  return [
    `curl -i -X POST '${addressOf(target)}' \\`,
    `  -H 'Origin: ${form.allowedOrigins[0] ?? ''}' \\`,
    ...sent.map(
      ([name, value], i) =>
        `  --data-urlencode '${name}=${value.replaceAll("'", "'\\''")}'${i < sent.length - 1 ? ' \\' : ''}`,
    ),
  ].join('\n')
}
