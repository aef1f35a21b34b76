import { languages } from '#contract/constants.ts'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import {
  type ImportColumn,
  type ImportTarget,
  importTargets,
  type ShownImportTarget,
} from '#contract/leads/sheets/lead-import.ts'
import { hasText, translate } from '../../../platform/texts.ts'
import { type FieldDefinitions, shownFields } from '../../lead-fields/values.rules.ts'
import { fieldTypeOf } from './column-types.rules.ts'
import { plainText } from './texts.rules.ts'

/** What people call a field in their files, beside its names in the product. */
const synonyms: Partial<Record<ImportTarget, readonly string[]>> = {
  id: ['lead id', 'leadline id', 'מזהה'],
  name: [
    ...['full name', 'customer', 'client', 'customer name', 'client name', 'contact', 'contact name', 'lead name'],
    ...['שם מלא', 'שם הלקוח', 'שם לקוח', 'לקוח', 'שם הליד', 'שם פרטי ומשפחה', 'איש קשר'],
  ],
  phone: [
    ...['telephone', 'mobile', 'cell', 'cellphone', 'phone number', 'mobile phone', 'tel'],
    ...['נייד', 'סלולרי', 'פלאפון', 'מספר טלפון', 'טלפון נייד', 'מס טלפון', 'מספר נייד', 'טל'],
  ],
  email: ['e-mail', 'mail', 'email address', 'דואל', 'דוא"ל', 'מייל', 'כתובת מייל', 'כתובת אימייל', 'אי מייל'],
  campaign: ['project', 'פרויקט', 'שם הקמפיין'],
  status: ['state', 'stage', 'lead status', 'מצב', 'שלב', 'סטאטוס'],
  source: ['lead source', 'origin', 'how did you hear', 'מקור הגעה', 'מקור הליד', 'הגיע דרך', 'איך הגיע'],
  date: [
    ...['created', 'created at', 'creation date', 'lead date', 'date created', 'time'],
    ...['תאריך פנייה', 'תאריך פניה', 'תאריך יצירה', 'נוצר', 'נוצר בתאריך', 'מועד', 'תאריך כניסה'],
  ],
  assignedTo: ['assigned to', 'owner', 'agent', 'sales rep', 'handled by', 'מטפל', 'נציג', 'אחראי', 'איש מכירות'],
  value: ['amount', 'price', 'deal value', 'sum', 'סכום', 'מחיר', 'סכום עסקה', 'ערך'],
  tags: ['tag', 'labels', 'תגית', 'תוויות'],
  lostReason: ['reason lost', 'סיבה', 'סיבת אי סגירה'],
  message: ['notes', 'note', 'comment', 'comments', 'remarks', 'הערה', 'הערות', 'הודעה', 'הערות משרד', 'תוכן הפנייה'],
  utmSource: ['utm_source'],
  utmMedium: ['utm_medium'],
  utmCampaign: ['utm_campaign'],
  utmContent: ['utm_content'],
  utmTerm: ['utm_term'],
}

/** Names of a field in both languages. */
function namesOf(target: ImportTarget) {
  const named = languages.flatMap((language) =>
    [
      ['leads', `columns.${target}`],
      ['lead-sheets', `columns.${target}`],
    ].flatMap(([file = '', key = '']) => (hasText(file, key) ? [translate(language, file, key)] : [])),
  )
  return [...named, ...(synonyms[target] ?? [])].map(plainText)
}
const known = new Map<string, ImportTarget>(
  [...importTargets].reverse().flatMap((target) => namesOf(target).map((name) => [name, target] as const)),
)

/** The field that people call by this name, in either language. */
export const fieldCalled = (name: string, own: FieldDefinitions): ShownImportTarget | undefined =>
  ownNames(own).get(plainText(name)) ?? known.get(plainText(name))

function ownNames(own: FieldDefinitions) {
  return new Map(
    shownFields(own).flatMap((field) =>
      [field.nameHe, field.nameEn, field.key].map((name) => [plainText(name), ownFieldName(field.key)] as const),
    ),
  )
}

/** In a title without signs and spaces. */
const SENSITIVE = new RegExp(
  [
    ...[
      '^תז$',
      'תעודתזהות',
      'מספרזהות',
      'דרכון',
      'אשראי',
      'כרטיס',
      'cvv',
      'בריאות',
      'רפואי',
      'אבחנה',
      'מחלה',
      '^זהות$',
    ],
    ...['קופתחולים', 'idnumber', 'identity', 'nationalid', 'passport', 'creditcard', 'cardnumber', 'health', 'medical'],
    ...['diagnosis', '^ssn$'],
  ].join('|'),
)

/** The check digits of Israeli numbers of identity and of payment cards. */
function isChecked(digits: string, isDoubled: (place: number) => boolean) {
  const sum = [...digits].reduce((total, digit, place) => {
    const product = Number(digit) * (isDoubled(place) ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return sum % 10 === 0
}
const isIdentity = (digits: string) => digits.length === 9 && isChecked(digits, (place) => place % 2 === 1)
const isCard = (digits: string) =>
  digits.length >= 13 && digits.length <= 19 && isChecked(digits, (place) => (digits.length - place) % 2 === 0)

/** Most of the samples are numbers of identity or cards. One in ten numbers passes by chance. */
function areSensitive(samples: readonly string[]) {
  const numbers = samples.map((sample) => sample.replace(/[\s-]/g, '')).filter((text) => /^\d+$/.test(text))
  const sensitive = numbers.filter((digits) => isIdentity(digits) || isCard(digits))
  return sensitive.length >= 3 && sensitive.length > numbers.length / 2 && numbers.length > samples.length / 2
}

const SHOWN = 4
export const maskValue = (text: string) => (text ? `•••••${text.length > SHOWN * 2 ? text.slice(-SHOWN) : ''}` : '')

/** Samples shown of a column. */
const SAMPLES = 3
type Column = { title: string; values: readonly string[]; dateOrders: ImportColumn['dateOrders'] }
/** What the columns of a file seem to hold. Each field is suggested once, for its first column. */
export function describeColumns(columns: readonly Column[], own: FieldDefinitions): ImportColumn[] {
  const ofOwn = ownNames(own)
  const taken = new Set<ShownImportTarget>()
  return columns.map(({ title, values, dateOrders }) => {
    const name = plainText(title)
    const target = ofOwn.get(name) ?? known.get(name)
    const isContact = target === 'phone' || target === 'id'
    const isSensitive = SENSITIVE.test(name) || (!isContact && areSensitive(values))
    const isSuggested = target !== undefined && !isSensitive && !taken.has(target)
    if (isSuggested) taken.add(target)
    const samples = [...new Set(values)].slice(0, SAMPLES)
    return {
      title,
      samples: isSensitive ? samples.map(maskValue) : samples,
      isSensitive,
      suggested: isSuggested ? target : null,
      fieldType: fieldTypeOf(values),
      dateOrders,
    }
  })
}
