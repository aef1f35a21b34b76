import { isOwnFieldName } from '#contract/lead-fields/own-fields.ts'
import { type SourceChoice, sourceTargets } from '#contract/lead-sources/lead-sources.ts'
import { clickIdFields } from '#contract/leads/attribution.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import { fieldCalled } from '../leads/import/columns.rules.ts'
import { plainText } from '../leads/import/texts.rules.ts'
import type { FoundField } from './reading/flattening.rules.ts'

/** A field of a request that holds a whole name, or a part of one. */
export type NamePart = 'whole' | 'first' | 'last'

const firstNames = ['first name', 'firstname', 'fname', 'given name', 'שם פרטי'].map(plainText)
const lastNames = ['last name', 'lastname', 'lname', 'surname', 'family name', 'שם משפחה'].map(plainText)

/** How senders call fields, beside the names that files use. */
const further: Partial<Record<SourceChoice, readonly string[]>> = {
  name: [...firstNames, ...lastNames, 'your name', 'user name', 'sender name', 'שם השולח', 'שם הפונה', 'שם המתעניין'],
  phone: [
    ...[
      'whatsapp',
      'contact number',
      'work phone',
      'your phone',
      'sender phone',
      'phone number 1',
      'msisdn',
      'celular',
    ],
    ...['טלפון ליצירת קשר', 'טלפון השולח', 'טלפון הפונה', 'מספר הטלפון', 'וואטסאפ', 'ווטסאפ'],
  ],
  email: ['work email', 'user email', 'your email', 'sender email', 'reply to', 'דואר אלקטרוני', 'דוא״ל', 'כתובת דואל'],
  message: [
    ...['your message', 'textarea', 'question', 'inquiry', 'enquiry', 'body', 'your subject', 'description', 'details'],
    ...['תוכן ההודעה', 'תוכן', 'פירוט', 'שאלה', 'תיאור', 'פרטים נוספים'],
  ],
  landingPage: ['landing page', 'page url', 'landing page url', 'source url', 'עמוד נחיתה', 'כתובת הדף', 'עמוד'],
  referrer: ['referrer', 'referer', 'http referer'],
  gclid: ['gcl_id'],
}
const known = new Map<string, SourceChoice>([
  ...[...clickIdFields].map((field) => [plainText(field), field] as const),
  ...Object.entries(further).flatMap(([target, names]) =>
    (names ?? []).map((name) => [plainText(name), target as SourceChoice] as const),
  ),
])

/** Below these places a name is that of a thing, as of a form. */
const THINGS = new Set([
  'form',
  'campaign',
  'adgroup',
  'adset',
  'ad',
  'creative',
  'page',
  'site',
  'source',
  'company',
  'product',
  'account',
])

const isTarget = (name: string): name is SourceChoice =>
  isOwnFieldName(name) || sourceTargets.some((target) => target === name)

/** The spellings of a field that are looked up: its label, the end of its path, and these without decoration. */
function spellings({ path, label }: FoundField) {
  const places = path.split('.')
  const last = places.at(-1) ?? ''
  const parent = places.at(-2) ?? ''
  const plain = [label, ...(THINGS.has(parent.toLowerCase()) ? [] : [last])]
  const bare = plain.map((text) => text.replace(/^your[-_ ]?/i, '').replace(/[-_ ]?\d{1,6}$/, ''))
  // "Phone *", "Phone (mobile)"
  const cut = bare.map((text) => text.replace(/\s*[([].*$/, ''))
  return [...new Set([...plain, ...bare, ...cut])].filter((text) => text !== '')
}

/** What a field seems to hold, by its name in either language. */
export function suggestedFor(field: FoundField, own: FieldDefinitions): SourceChoice | null {
  for (const text of spellings(field)) {
    const target = fieldCalled(text, own) ?? known.get(plainText(text))
    if (target !== undefined && isTarget(target)) return target
  }
  return null
}

export function partOfName(field: FoundField): NamePart {
  const plain = spellings(field).map(plainText)
  if (plain.some((text) => firstNames.includes(text))) return 'first'
  return plain.some((text) => lastNames.includes(text)) ? 'last' : 'whole'
}
