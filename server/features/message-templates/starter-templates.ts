import type { NewMessageTemplate } from '#contract/leads/messages/message-templates.ts'

const service = 'service' as const
const sms = (he: string, en: string) => ({
  channel: 'sms' as const,
  purpose: service,
  contents: { he: { subject: null, text: he }, en: { subject: null, text: en } },
})
type Letter = { subject: string; text: string }
const email = (he: Letter, en: Letter) => ({ channel: 'email' as const, purpose: service, contents: { he, en } })

/** The templates of a new business, which may change and delete them. */
export const starterTemplates: readonly NewMessageTemplate[] = [
  {
    nameHe: 'תודה על הפנייה',
    nameEn: 'Thank you for your enquiry',
    ...sms(
      'שלום {{lead.firstName|}}, תודה על הפנייה אל {{business.name}}. ניצור {{m:איתך|f:איתך|n:איתכם}} קשר בהקדם. {{person.name}}',
      'Hello {{lead.firstName|}}, thank you for contacting {{business.name}}. We will be in touch shortly. {{person.name}}',
    ),
  },
  {
    nameHe: 'ניסינו להתקשר',
    nameEn: 'We tried to call',
    ...sms(
      'שלום {{lead.firstName|}}, ניסינו להשיג {{m:אותך|f:אותך|n:אתכם}} בטלפון בנוגע לפנייה אל {{business.name}}. {{m:מוזמן|f:מוזמנת|n:מוזמנים}} לחזור אלינו: {{campaign.phone|בתגובה להודעה זו}}',
      'Hello {{lead.firstName|}}, we tried to reach you about your enquiry with {{business.name}}. Please call us back: {{campaign.phone|or reply to this message}}',
    ),
  },
  {
    nameHe: 'פרטים והמשך טיפול',
    nameEn: 'Details and next steps',
    ...email(
      {
        subject: '{{business.name}}: המשך לפנייה',
        text: 'שלום {{lead.name|}},\n\nתודה על הפנייה אל {{business.name}}. {{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}}!\n\nאשמח לענות על כל שאלה ולקדם את הטיפול.\n\nבברכה,\n{{person.name}}\n{{business.name}}',
      },
      {
        subject: '{{business.name}}: about your enquiry',
        text: 'Hello {{lead.name|}},\n\nThank you for contacting {{business.name}}.\n\nI will gladly answer any question and take care of the next steps.\n\nKind regards,\n{{person.name}}\n{{business.name}}',
      },
    ),
  },
]
