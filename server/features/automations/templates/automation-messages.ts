import type { NewMessageTemplate } from '#contract/leads/messages/message-templates.ts'

const sms = (nameHe: string, nameEn: string, [he, en]: [string, string]): NewMessageTemplate => ({
  ...{ nameHe, nameEn, channel: 'sms', purpose: 'service' },
  contents: { he: { subject: null, text: he }, en: { subject: null, text: en } },
})

/** Messages that the templates of automations send. A business that has one of this name keeps its own text. */
export const automationMessages = {
  thanks: sms('תודה על הפנייה', 'Thank you for your enquiry', [
    'שלום {{lead.firstName|}}, תודה על הפנייה אל {{business.name}}. ניצור {{m:איתך|f:איתך|n:איתכם}} קשר בהקדם. {{person.name}}',
    'Hello {{lead.firstName|}}, thank you for contacting {{business.name}}. We will be in touch shortly. {{person.name}}',
  ]),
  missed: sms('לא הספקנו לענות', 'We missed your call', [
    'שלום, לא הספקנו לענות לשיחה אל {{business.name}}. נחזור {{m:אליך|f:אלייך|n:אליכם}} בהקדם.',
    'Hello, we missed your call to {{business.name}}. We will call you back shortly.',
  ]),
  stillWanted: sms('עדיין רלוונטי?', 'Are you still interested?', [
    'שלום {{lead.firstName|}}, כאן {{business.name}}. האם הפנייה עדיין רלוונטית? נשמח לעזור. {{person.name}}',
    'Hello {{lead.firstName|}}, this is {{business.name}}. Is your enquiry still relevant? We are glad to help. {{person.name}}',
  ]),
  won: sms('תודה שבחרתם בנו', 'Thank you for choosing us', [
    'שלום {{lead.firstName|}}, תודה {{m:שבחרת|f:שבחרת|n:שבחרתם}} ב{{business.name}}. אנחנו כאן לכל שאלה. {{person.name}}',
    'Hello {{lead.firstName|}}, thank you for choosing {{business.name}}. We are here for any question. {{person.name}}',
  ]),
} as const
export type AutomationMessage = keyof typeof automationMessages
