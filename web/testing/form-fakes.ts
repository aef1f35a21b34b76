import type { Form, ListedForm } from '#contract/forms.ts'
import { CAMPAIGN_ID } from './fakes.ts'

const both = (he: string, en: string) => ({ he, en })

export const aForm = (changes: Partial<Form> = {}): Form => ({
  _id: '018f0000-0000-7000-8000-00000000000f',
  campaignId: CAMPAIGN_ID,
  key: 'Aa1_Aa1-Aa1_Aa1-Aa1_Aa1-',
  name: 'דף נחיתה',
  languages: ['he', 'en'],
  fields: [
    { name: 'name', kind: 'name', label: both('שם מלא', 'Full name'), required: true, options: [] },
    { name: 'phone', kind: 'phone', label: both('טלפון', 'Phone'), required: true, options: [] },
    {
      ...{ name: 'answer_rooms', kind: 'select', label: both('כמה חדרים?', 'How many rooms?'), required: false },
      options: [both('שלושה', 'Three'), both('ארבעה', 'Four & more')],
    },
  ],
  texts: {
    title: both('נחזור אליך', 'We "call" back'),
    intro: both('', ''),
    button: both('שליחה', 'Send'),
    thanks: both('תודה', 'Thanks'),
    thanksText: both('', ''),
    consent: both('מותר', 'You may'),
  },
  allowedOrigins: ['https://alon.example'],
  redirectUrl: null,
  bookingPageId: null,
  source: 'website',
  isEnabled: true,
  createdAt: '2025-10-02T10:00:00.000Z',
  createdBy: 'שירה',
  ...changes,
})

/** As the list shows it. */
export const aListedForm = (changes: Partial<ListedForm> = {}): ListedForm => ({
  ...aForm(),
  submissions: { total: 0, newLeads: 0, repeats: 0, spam: 0, lastAt: null, lastLeadAt: null },
  ...changes,
})
