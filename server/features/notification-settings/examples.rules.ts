import type { Template, TemplateName } from '#contract/notifications/message-templates.ts'
import { type OwnTemplate, ownOf, standardOf, type Which } from './templates.rules.ts'

export type Shown = { businessId: string; business: string; publicUrl: string; now: Date }
/** Example values for a template's placeholders, and the layout around its mail. */
export type MessageExample = (
  which: Pick<Which, 'channel' | 'language'>,
  shown: Shown,
) => { examples: Record<string, string>; frame: NonNullable<Template['frame']> }
/** Examples by template name. Each is registered by the feature that sends the message. */
export type MessageExamples = Record<TemplateName, MessageExample>

/** A valid id that no row has. */
export const EXAMPLE_ID = '00000000-0000-7000-8000-000000000000'

/** A template as the Owner sees it. */
export function asTemplate(
  messageExamples: MessageExamples,
  own: readonly OwnTemplate[],
  which: Which,
  shown: Shown,
): Template {
  const stored = ownOf(own, which)
  const standard = standardOf(which)
  const { examples, frame } = messageExamples[which.name](which, shown)
  return {
    name: which.name,
    channel: which.channel,
    language: which.language,
    isOwn: stored !== undefined,
    content: stored ? { subject: stored.subject, text: stored.text } : standard,
    standard,
    examples,
    frame: which.channel === 'mail' ? frame : null,
  }
}
