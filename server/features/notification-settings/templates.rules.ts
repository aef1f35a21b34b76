import type { Language } from '#contract/constants.ts'
import {
  fillTemplate,
  type TemplateChannel,
  type TemplateContent,
  type TemplateName,
  templateOf,
} from '#contract/notifications/message-templates.ts'
import { rawText } from '../../platform/texts.ts'
import type { OwnTemplate } from './notification-recipients.queries.ts'

export type { OwnTemplate }
export type Which = { name: TemplateName; channel: TemplateChannel; language: Language }

/** The product's default text. */
export const standardOf = ({ name, channel, language }: Which): TemplateContent => ({
  subject: channel === 'mail' ? rawText(language, templateOf[name].texts, `templates.${name}.subject`) : null,
  text: rawText(language, templateOf[name].texts, `templates.${name}.${channel}`),
})

export const ownOf = (own: readonly OwnTemplate[], { name, channel, language }: Which) =>
  own.find((one) => one.name === name && one.channel === channel && one.language === language)

/** Replaces control characters and line breaks, which would inject mail headers. */
const inOneLine = (text: string) => text.replace(/\p{Cc}+|[\u2028\u2029]+/gu, ' ').trim()

/** The text to send: the business's template if it has one, otherwise the default, with values filled in. */
export function wordsOf(own: readonly OwnTemplate[], which: Which, values: Record<string, string>) {
  const { subject, text } = ownOf(own, which) ?? standardOf(which)
  return { subject: inOneLine(fillTemplate(subject ?? '', values)), text: fillTemplate(text, values).trim() }
}
