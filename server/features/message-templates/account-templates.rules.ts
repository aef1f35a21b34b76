import type { Language } from '#contract/constants.ts'
import type {
  AccountText,
  accountStates,
  MessagePurpose,
  TemplateContent,
} from '#contract/leads/messages/message-templates.ts'
import { renderText, type TemplateContext } from '#contract/leads/messages/template-text.ts'
import type { AccountTemplate, SentTemplate, TemplateParameter } from '../../providers/whatsapp/whatsapp.ts'

type State = (typeof accountStates)[number]
type Value = { component: TemplateParameter['component']; name: string; value: string }
/** What is stored of a template of WhatsApp in one language. */
export type StoredText = {
  code: string
  state: State
  reason: string | null
  header: string | null
  body: string
  footer: string | null
  /** Placeholders have names, and not numbers. */
  isNamed: boolean
  /** It needs a picture or the end of a link, which are not sent from here. */
  needsMedia: boolean
  values: Value[]
}
export type StoredAccount = Record<Language, StoredText | null>

/** `he` and all kinds of English; other languages are not written here. */
export function languageOf(code: string): Language | undefined {
  if (/^he(_|$)/.test(code)) return 'he'
  return /^en(_|$)/.test(code) ? 'en' : undefined
}

const states: Record<string, State> = {
  ...{ APPROVED: 'approved', PENDING: 'pending', IN_APPEAL: 'pending', REJECTED: 'rejected', PAUSED: 'paused' },
  ...{ DISABLED: 'disabled', DELETED: 'disabled', PENDING_DELETION: 'disabled', LIMIT_EXCEEDED: 'disabled' },
}
const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g
const namesIn = (text: string) => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))]

export const purposeOf = ({ category }: Pick<AccountTemplate, 'category'>): MessagePurpose =>
  category === 'MARKETING' ? 'advertising' : 'service'

/** A template as it is stored. Values that were chosen before stay with their placeholders. */
export function storedTextOf(
  template: AccountTemplate,
  before: StoredText | null | undefined,
  suggested: Readonly<Record<string, string>> = {},
): StoredText {
  const part = (type: string) => template.components.find((one) => one.type === type)
  const [header, body, footer] = [part('HEADER'), part('BODY'), part('FOOTER')]
  const isMedia = header !== undefined && header.format !== undefined && header.format !== 'TEXT'
  const buttons = part('BUTTONS')?.buttons ?? []
  const texts = [
    ['header', (!isMedia && header?.text) || ''],
    ['body', body?.text ?? ''],
  ] as const
  const values = texts.flatMap(([component, text]) =>
    namesIn(text).map((name): Value => {
      const known = before?.values.find((one) => one.component === component && one.name === name)
      return { component, name, value: known?.value || (suggested[name] ?? '') }
    }),
  )
  const reason = template.rejected_reason && template.rejected_reason !== 'NONE' ? template.rejected_reason : null
  return {
    code: template.language,
    state: states[template.status] ?? 'disabled',
    reason,
    header: isMedia ? null : (header?.text ?? null),
    body: body?.text ?? '',
    footer: footer?.text ?? null,
    isNamed: values.some(({ name }) => !/^\d+$/.test(name)),
    needsMedia: isMedia || buttons.some(({ url }) => url !== undefined && namesIn(url).length > 0),
    values,
  }
}

const partsOf = ({ header, body, footer }: StoredText) => [header, body, footer].filter((part) => part !== null)

/** By law advertising begins with the word for it and names a way out, which cannot be added to what WhatsApp approved. */
const isLawful = (text: StoredText) => {
  const whole = partsOf(text).join('\n')
  return /^\s*פרסומת/.test(whole) && /הסר|להסרה|STOP|unsubscribe/i.test(whole.replace(/^\s*פרסומת/, ''))
}

function obstacleOf(text: StoredText, purpose: MessagePurpose): AccountText['obstacle'] {
  if (text.state !== 'approved') return 'state'
  if (text.needsMedia) return 'media'
  if (purpose === 'advertising' && !isLawful(text)) return 'unlawful'
  return text.values.some(({ value }) => !value) ? 'values' : null
}

/** The text of a template with our variables, if it can be sent. */
export function contentOf(text: StoredText | null, purpose: MessagePurpose): TemplateContent | null {
  if (!text || obstacleOf(text, purpose) !== null) return null
  const filled = (['header', 'body'] as const).map((component) =>
    (component === 'header' ? (text.header ?? '') : text.body).replaceAll(
      PLACEHOLDER,
      (whole, name: string) =>
        text.values.find((one) => one.component === component && one.name === name)?.value ?? whole,
    ),
  )
  return { subject: null, text: [...filled, text.footer ?? ''].filter(Boolean).join('\n') }
}

export const toAccountText = (text: StoredText | null, purpose: MessagePurpose): AccountText | null =>
  text && {
    ...{ code: text.code, state: text.state, reason: text.reason, text: partsOf(text).join('\n') },
    values: text.values.map(({ name, value }) => ({ name, value })),
    obstacle: obstacleOf(text, purpose),
  }

/** A value as WhatsApp takes it: on one line, without runs of spaces. */
const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What is sent to WhatsApp in place of the text. */
export const sentTemplateOf = (name: string, text: StoredText, context: TemplateContext): SentTemplate => ({
  name,
  language: text.code,
  parameters: text.values.map(({ component, name: placeholder, value }) => ({
    component,
    name: text.isNamed ? placeholder : null,
    text: onOneLine(renderText(value, context).text),
  })),
})

/** One row for each name; of two kinds of English the approved one, else the first. */
export function byName(templates: readonly AccountTemplate[]) {
  const names = new Map<string, Partial<Record<Language, AccountTemplate>>>()
  for (const template of templates) {
    const language = languageOf(template.language)
    if (!language) continue
    const row = names.get(template.name) ?? {}
    const known = row[language]
    if (!known || (known.status !== 'APPROVED' && template.status === 'APPROVED')) row[language] = template
    names.set(template.name, row)
  }
  return names
}
