import type { Language } from '#contract/constants.ts'
import { type FormField, type FormTexts, HONEYPOT } from '#contract/forms.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { translate } from '../../platform/texts.ts'
import { directionOf, escapeHtml } from '../messages/messages.rules.ts'
import type { Brand } from './forms.queries.ts'
import { brandPath } from './hosted-brand.ts'
import { fontsOf } from './hosted-fonts.ts'
import { STYLE_PATH } from './hosted-style.ts'
import { looksOfTypes, nameOfChoice, offeredBy, type PageField } from './lead-field-inputs.ts'

export type PageForm = { languages: Language[]; fields: PageField[]; texts: FormTexts; brand: Brand }
/** A form’s page, with the entered values and their issues. */
export type Shown = {
  form: PageForm
  language: Language
  /** Target of the form. */
  action: string
  token: string
  values?: Record<string, string>
  /** Error texts by field. */
  issues?: Record<string, string>
  /** Error text above the fields. */
  notice?: string
  /** Values from the page’s address: UTM, click ids, referrer. */
  carried?: Record<string, string>
  /** Address of the page in another language. */
  others?: { language: Language; href: string }[]
  /** Embedded in another site: without its own background. */
  isEmbedded?: boolean
}

export const TOKEN = 'token'
export const CONSENT = 'consent'
export const FRAME_SCRIPT_PATH = '/f/frame.js'

const e = escapeHtml
/** Cache of translated, escaped texts: translating costs more than everything else in a reply to a bot. */
const words = new Map<string, string>()
function say(language: Language, key: string): string {
  const known = words.get(language + key) ?? e(translate(language, 'form-page', key))
  words.set(language + key, known)
  return known
}

export function formPage(shown: Shown): string {
  const { form, language, values = {}, issues = {}, notice, carried = {}, token, action } = shown
  const { texts, fields } = form
  const first = fields.find(({ name }) => issues[name])?.name
  return page(
    shown,
    e(texts.title[language]),
    `<h1 dir="auto">${e(texts.title[language])}</h1>
${texts.intro[language] && `<p dir="auto">${e(texts.intro[language])}</p>`}
${notice ? `<div class="notice" role="alert">${e(notice)}</div>` : ''}
<form method="post" action="${e(action)}" accept-charset="utf-8">
${Object.entries({ ...carried, [TOKEN]: token })
  .map(hidden)
  .join('\n')}
${fields.map((field) => inputOf(field, { language, values, value: values[field.name] ?? '', error: issues[field.name], isFirst: field.name === first })).join('\n')}
<div class="more" aria-hidden="true"><label>${say(language, 'leaveEmpty')}<input name="${HONEYPOT}" tabindex="-1" autocomplete="off"></label></div>
${texts.consent[language] && consentOf(texts.consent[language], { language, value: values[CONSENT] ?? '', error: issues[CONSENT] })}
${privacyOf(form.brand, language)}
<button type="submit">${e(texts.button[language])}</button>
</form>`,
  )
}

type Onward = { next?: string | null; booking?: string | null }
/** The page after sending. `next`, and `booking` to set a meeting: where it leads; links from a frame open in the top page. */
export function thanksPage(shown: Shown, { next, booking }: Onward = {}): string {
  const { texts } = shown.form
  const { language } = shown
  const book = booking && `<p><a class="button" target="_top" href="${e(booking)}">${say(language, 'book')}</a></p>`
  const onward = next && `<p><a id="next" target="_top" href="${e(next)}">${say(language, 'continue')}</a></p>`
  return page(
    shown,
    e(texts.thanks[language]),
    `<div class="done" aria-hidden="true"><svg width="28" height="28" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round"><path d="m5 12 5 5L20 7"/></svg></div>
<h1 dir="auto">${e(texts.thanks[language])}</h1>
${texts.thanksText[language] && `<p dir="auto">${e(texts.thanksText[language])}</p>`}${book || ''}${onward || ''}`,
  )
}

/** A page with one sentence: the form is closed or refuses the request. */
export function plainPage(language: Language, key: string, form?: Pick<PageForm, 'brand'>): string {
  const title = say(language, `${key}.title`)
  return page({ language, ...(form && { form }) }, title, `<h1>${title}</h1><p>${say(language, `${key}.text`)}</p>`)
}

/**
 * Privacy notice above the button: who collects the details, for what purpose, and that providing them is voluntary.
 */
function privacyOf({ name, privacyUrl }: Brand, language: Language): string {
  // The name is isolated, so that a name in the other direction does not reorder the sentence.
  const sentence = e(translate(language, 'form-page', 'privacy.text', { business: `\u2068${name}\u2069` }))
  const policy =
    privacyUrl && ` <a href="${e(privacyUrl)}" target="_blank" rel="noopener">${say(language, 'privacy.policy')}</a>`
  return `<p class="privacy">${sentence}${policy ?? ''}</p>`
}

/** Logo and name of the business. A site that embeds the form has its own. */
function makerOf({ name, image }: Brand): string {
  // Images on other servers are left out, because loading them would reveal the visit to those servers.
  const logo = image?.startsWith('/') ? `<img src="${e(image)}" alt="" width="44" height="44">` : ''
  return `<header>${logo}<p dir="auto">${e(name)}</p></header>`
}

type Head = Pick<Shown, 'language' | 'isEmbedded' | 'others'> & { form?: Pick<PageForm, 'brand'> }
const page = ({ language, form, isEmbedded, others = [] }: Head, title: string, content: string) => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"${isEmbedded ? ' class="embedded"' : ''}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}${form ? ` · ${e(form.brand.name)}` : ''}</title>${fontsOf(language)
  .map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`)
  .join('')}<link rel="stylesheet" href="${STYLE_PATH}">${
  form?.brand.color ? `<link rel="stylesheet" href="${brandPath(form.brand.color)}">` : ''
}${isEmbedded ? `<script src="${FRAME_SCRIPT_PATH}" defer></script>` : ''}</head>
<body><main>${form && !isEmbedded ? makerOf(form.brand) : ''}${content}</main>${
  others.length
    ? `<nav class="languages">${others.map(({ language: other, href }) => `<a lang="${other}" hreflang="${other}" href="${e(href)}">${say(other, 'own')}</a>`).join('')}</nav>`
    : ''
}</body></html>`

const hidden = ([name, value]: [string, string]) => `<input type="hidden" name="${e(name)}" value="${e(value)}">`

type FieldState = {
  language: Language
  values?: Record<string, string>
  value: string
  error: string | undefined
  isFirst?: boolean
}

/** A field with its label, value and issue. */
function inputOf(field: PageField, state: FieldState): string {
  const { language, value, error, isFirst } = state
  const { name, kind, label, required, options, own } = field
  const attributes = [
    `id="f-${name}" name="${name}"`,
    required ? 'required' : '',
    error ? `aria-invalid="true" aria-describedby="e-${name}"` : '',
    isFirst ? 'autofocus' : '',
    own ? looksOfTypes[own.type] : looks[kind],
  ]
    .filter(Boolean)
    .join(' ')
  const message = error ? `<span class="error" id="e-${name}">${e(error)}</span>` : ''
  const words = e(label[language])
  if (kind === 'checkbox')
    return `<div class="tick"><input type="checkbox" value="${words}" ${attributes}${value ? ' checked' : ''}><label for="f-${name}">${words}</label>${message}</div>`
  const title = `<label for="f-${name}">${words}${required ? '' : ` <span class="optional">${say(language, 'optional')}</span>`}</label>`
  if (own?.type === 'choices') return ticksOf(own, field, state)
  if (kind === 'message' || own?.type === 'long_text')
    return `<div>${title}<textarea ${attributes}>\n${e(value)}</textarea>${message}</div>`
  const chosen = own && offeredBy(own, language)
  if (kind === 'select' || chosen) {
    const offered = (chosen ?? options.map((option) => ({ value: option[language], text: option[language] }))).map(
      (option) =>
        `<option${chosen ? ` value="${e(option.value)}"` : ''}${option.value === value ? ' selected' : ''}>${e(option.text)}</option>`,
    )
    return `<div>${title}<select ${attributes}><option value="">${say(language, 'choose')}</option>${offered.join('')}</select>${message}</div>`
  }
  return `<div>${title}<input ${attributes} value="${e(value)}">${message}</div>`
}

/** Renders a field with several choices as checkboxes. */
function ticksOf(own: OwnField, { name, label, required }: PageField, state: FieldState): string {
  const { language, values = {}, error } = state
  const ticks = offeredBy(own, language)?.map(({ value, text }) => {
    const of = nameOfChoice(name, value)
    return `<div class="tick"><input type="checkbox" id="f-${of}" name="${of}" value="1"${values[of] ? ' checked' : ''}><label for="f-${of}" dir="auto">${e(text)}</label></div>`
  })
  const optional = required ? '' : ` <span class="optional">${say(language, 'optional')}</span>`
  const described = error ? ` aria-describedby="e-${name}"` : ''
  const message = error ? `<span class="error" id="e-${name}">${e(error)}</span>` : ''
  return `<fieldset${described}><legend dir="auto">${e(label[language])}${optional}</legend>${ticks?.join('') ?? ''}${message}</fieldset>`
}

const looks: Record<FormField['kind'], string> = {
  name: 'type="text" dir="auto" autocomplete="name" maxlength="200"',
  phone: 'type="tel" dir="ltr" inputmode="tel" autocomplete="tel" maxlength="40"',
  email: 'type="email" dir="ltr" inputmode="email" autocomplete="email" maxlength="254"',
  message: 'dir="auto" rows="4" maxlength="5000"',
  text: 'type="text" dir="auto" autocomplete="off" maxlength="500"',
  select: '',
  checkbox: '',
  lead_field: '',
}

function consentOf(text: string, { value, error }: FieldState): string {
  const message = error ? `<span class="error" id="e-${CONSENT}">${e(error)}</span>` : ''
  return `<div class="tick"><input type="checkbox" id="f-${CONSENT}" name="${CONSENT}" value="1" required${value ? ' checked' : ''}${error ? ` aria-invalid="true" aria-describedby="e-${CONSENT}"` : ''}><label for="f-${CONSENT}" dir="auto">${e(text)}</label>${message}</div>`
}
