import { randomBytes } from 'node:crypto'
import type { FormField, FormTexts } from '../../contract/forms.ts'
import { newId } from '../../server/platform/ids.ts'

const both = (he: string, en: string) => ({ he, en })

const fields: FormField[] = [
  { name: 'name', kind: 'name', label: both('שם מלא', 'Full name'), required: true, options: [] },
  { name: 'phone', kind: 'phone', label: both('טלפון', 'Phone'), required: true, options: [] },
  { name: 'email', kind: 'email', label: both('אימייל', 'Email'), required: false, options: [] },
  {
    ...{ name: 'answer_size', kind: 'select', label: both('מה גודל המטבח?', 'How large is the kitchen?') },
    required: false,
    options: [
      both('עד 3 מטר', 'Up to 3 metres'),
      both('3–5 מטר', '3–5 metres'),
      both('מעל 5 מטר, או עם אי', 'Over 5 metres, or with an island'),
    ],
  },
  {
    name: 'message',
    kind: 'message',
    label: both('ספרו לנו על המטבח', 'Tell us about the kitchen'),
    required: false,
    options: [],
  },
]

const texts: FormTexts = {
  title: both('הצעת מחיר למטבח חדש', 'A quote for a new kitchen'),
  intro: both(
    'משאירים פרטים, ומודדים אצלכם בבית תוך שבוע. המדידה וההצעה ללא עלות.',
    'Leave your details and we come to measure within a week. Measuring and the quote are free.',
  ),
  button: both('אשמח להצעה', 'Get my quote'),
  thanks: both('תודה! הפרטים התקבלו', 'Thank you! We have your details'),
  thanksText: both('נחזור אליכם עוד היום לתיאום מדידה.', 'We call back today to arrange the measuring.'),
  consent: both(
    'מותר לאלון שיפוצים ליצור איתי קשר בטלפון ובאימייל בעניין ההצעה.',
    'Alon Renovations may contact me by phone and email about the quote.',
  ),
}

type Place = { businessId: string; campaignId: string; createdBy: string; bookingPageId: string | null; began: string }
/** The form of the kitchens' landing page. */
export const makeForm = ({ businessId, campaignId, createdBy, bookingPageId, began }: Place) => ({
  business_id: businessId,
  id: newId(),
  campaign_id: campaignId,
  key: randomBytes(18).toString('base64url'),
  name: 'דף נחיתה – מטבחים',
  languages: ['he', 'en'],
  fields: JSON.stringify(fields),
  texts: JSON.stringify(texts),
  allowed_origins: ['https://alon-reno.example'],
  source: 'website',
  booking_page_id: bookingPageId,
  created_by: createdBy,
  created_at: began,
})
