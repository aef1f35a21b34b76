import type { UseFormReturnType } from '@mantine/form'
import type { Language } from '#contract/constants.ts'
import type { MessageTemplate, NewMessageTemplate } from '#contract/leads/messages/message-templates.ts'

type FormContent = { subject: string; text: string }
export type TemplateFormValues = Pick<NewMessageTemplate, 'nameHe' | 'nameEn' | 'channel' | 'purpose'> & {
  contents: Record<Language, FormContent>
}
/** What the parts of the form need of it. */
export type TemplateForm = Pick<UseFormReturnType<TemplateFormValues>, 'values' | 'getInputProps' | 'setFieldValue'>

const contentOf = (content: MessageTemplate['contents']['he'] | undefined): FormContent => ({
  subject: content?.subject ?? '',
  text: content?.text ?? '',
})
export const valuesOf = (template: MessageTemplate | null): TemplateFormValues => ({
  nameHe: template?.nameHe ?? '',
  nameEn: template?.nameEn ?? '',
  // Those of WhatsApp have a dialog of their own.
  channel: template?.channel === 'email' ? 'email' : 'sms',
  purpose: template?.purpose ?? 'service',
  contents: { he: contentOf(template?.contents.he), en: contentOf(template?.contents.en) },
})

/** A language whose fields are empty has no text. A text message has no subject. */
export function sentOf({ contents, channel, ...values }: TemplateFormValues): NewMessageTemplate {
  const sent = ({ subject, text }: FormContent) => {
    const title = channel === 'email' ? subject.trim() : ''
    return title || text.trim() ? { subject: channel === 'email' ? subject : null, text } : null
  }
  return { ...values, channel, contents: { he: sent(contents.he), en: sent(contents.en) } }
}
