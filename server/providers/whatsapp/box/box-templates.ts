import type { BoxTemplate } from './box-accounts.ts'

type Named = Omit<BoxTemplate, 'id'>
const body = (text: string) => ({ type: 'BODY', text })
const footer = (text: string) => ({ type: 'FOOTER', text })
const utility = { status: 'APPROVED', category: 'UTILITY' } as const

/** What an account of the local server has: one template in each state that the product must show. */
const templates: readonly Named[] = [
  {
    ...utility,
    ...{ name: 'follow_up', language: 'he' },
    components: [body('שלום {{1}}, תודה שפנית אל {{2}}. מתי נוח לדבר?')],
  },
  {
    ...utility,
    ...{ name: 'follow_up', language: 'en_US' },
    components: [body('Hello {{1}}, thank you for contacting {{2}}. When is a good time to talk?')],
  },
  {
    ...utility,
    ...{ name: 'offer_ready', language: 'he', parameter_format: 'NAMED' },
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'הצעת המחיר מוכנה' },
      body('שלום {{first_name}}, הצעת המחיר מחכה לך. אפשר להשיב כאן על כל שאלה.'),
    ],
  },
  {
    ...{ name: 'autumn_sale', language: 'he', status: 'APPROVED', category: 'MARKETING' },
    components: [body('פרסומת\nשלום {{1}}, עד סוף החודש 10% הנחה.'), footer('להסרה: להשיב ״הסר״')],
  },
  {
    ...{ name: 'autumn_sale_short', language: 'he', status: 'APPROVED', category: 'MARKETING' },
    components: [body('שלום {{1}}, עד סוף החודש 10% הנחה!')],
  },
  {
    ...utility,
    ...{ name: 'visit_photo', language: 'he' },
    components: [{ type: 'HEADER', format: 'IMAGE' }, body('שלום {{1}}, כך ייראה הבית אחרי השיפוץ.')],
  },
  {
    ...{ name: 'visit_tomorrow', language: 'he', status: 'PENDING', category: 'UTILITY' },
    components: [body('שלום {{1}}, נתראה מחר.')],
  },
  {
    ...{
      name: 'big_prizes',
      language: 'he',
      status: 'REJECTED',
      category: 'MARKETING',
      rejected_reason: 'PROMOTIONAL',
    },
    components: [body('זכית בפרס!')],
  },
  {
    ...{ name: 'survey', language: 'he', status: 'PAUSED', category: 'UTILITY' },
    components: [body('שלום {{1}}, איך היה השירות?')],
  },
]

export const boxTemplates = (newDigits: () => string): BoxTemplate[] =>
  templates.map((template) => ({ id: newDigits(), ...structuredClone(template) }))
