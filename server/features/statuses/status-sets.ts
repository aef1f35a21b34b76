import type { LeadStatus } from '#contract/leads/lead-status.ts'
import type { StarterSet } from '#contract/leads/statuses.ts'
import type { StarterSetName } from '#contract/values/starter-sets.ts'

/** A status of a starter set; the first of a set is the default for new leads. */
export type SetStatus = Pick<LeadStatus, 'nameHe' | 'nameEn' | 'hue' | 'type' | 'asks'>

const fresh = { nameHe: 'חדש', nameEn: 'New', hue: 'sky', type: 'Open', asks: null } as const
const attempting = { nameHe: 'ניסיון קשר', nameEn: 'Attempting', hue: 'amber', type: 'Ongoing', asks: null } as const
const onHold = { nameHe: 'בהמתנה', nameEn: 'On hold', hue: 'slate', type: 'On hold', asks: null } as const
const notRelevant = {
  nameHe: 'לא רלוונטי',
  nameEn: 'Not relevant',
  hue: 'slate',
  type: 'Lost',
  asks: 'lost_reason',
} as const
const ongoing = (nameHe: string, nameEn: string, hue: SetStatus['hue']): SetStatus => ({
  nameHe,
  nameEn,
  hue,
  type: 'Ongoing',
  asks: null,
})
const won = (nameHe: string, nameEn: string): SetStatus => ({
  nameHe,
  nameEn,
  hue: 'green',
  type: 'Won',
  asks: 'sale_amount',
})

/** The set of a business without a line of business. */
export const firstStatuses = [
  fresh,
  attempting,
  { nameHe: 'בטיפול', nameEn: 'In progress', hue: 'violet', type: 'Ongoing', asks: null },
  { nameHe: 'נקבעה פגישה', nameEn: 'Meeting set', hue: 'teal', type: 'Ongoing', asks: null },
  { nameHe: 'נשלחה הצעה', nameEn: 'Proposal sent', hue: 'pink', type: 'Ongoing', asks: null },
  onHold,
  { nameHe: 'נסגר בהצלחה', nameEn: 'Won', hue: 'green', type: 'Won', asks: 'sale_amount' },
  notRelevant,
] as const satisfies readonly SetStatus[]

const sets: Record<StarterSetName, readonly SetStatus[]> = {
  general: firstStatuses,
  real_estate: [
    fresh,
    attempting,
    ongoing('בירור צרכים', 'Needs clarified', 'violet'),
    ongoing('נקבע סיור', 'Viewing set', 'teal'),
    ongoing('אחרי סיור', 'After viewing', 'orange'),
    ongoing('משא ומתן', 'Negotiation', 'pink'),
    onHold,
    won('נחתמה עסקה', 'Deal signed'),
    notRelevant,
  ],
  clinics: [
    fresh,
    attempting,
    ongoing('שיחת ייעוץ', 'Consultation call', 'violet'),
    ongoing('נקבע תור', 'Appointment set', 'teal'),
    ongoing('נשלחה הצעת טיפול', 'Treatment plan sent', 'pink'),
    onHold,
    won('החל טיפול', 'Treatment started'),
    { nameHe: 'לא הגיעו לתור', nameEn: 'No-show', hue: 'orange', type: 'On hold', asks: null },
    notRelevant,
  ],
  renovation: [
    fresh,
    attempting,
    ongoing('נקבע ביקור מדידה', 'Site visit set', 'teal'),
    ongoing('בהכנת הצעה', 'Preparing a quote', 'violet'),
    ongoing('נשלחה הצעת מחיר', 'Quote sent', 'pink'),
    ongoing('משא ומתן', 'Negotiation', 'orange'),
    onHold,
    won('נחתם חוזה', 'Contract signed'),
    notRelevant,
  ],
  education: [
    fresh,
    attempting,
    ongoing('נשלח מידע', 'Details sent', 'violet'),
    ongoing('נקבעה שיחת ייעוץ', 'Advising call set', 'teal'),
    ongoing('ממתין למסמכים', 'Waiting for documents', 'pink'),
    { nameHe: 'למחזור הבא', nameEn: 'Next term', hue: 'slate', type: 'On hold', asks: null },
    won('הרשמה הושלמה', 'Enrolled'),
    notRelevant,
  ],
  legal: [
    fresh,
    attempting,
    ongoing('בדיקת ניגוד עניינים', 'Conflict check', 'orange'),
    ongoing('נקבעה פגישת ייעוץ', 'Consultation set', 'teal'),
    ongoing('נשלח הסכם שכר טרחה', 'Fee agreement sent', 'pink'),
    onHold,
    won('נפתח תיק', 'Case opened'),
    notRelevant,
  ],
}

export const setOf = (name: StarterSetName) => sets[name]
export const listSets = (): StarterSet[] =>
  (Object.keys(sets) as StarterSetName[]).map((name) => ({ name, statuses: [...sets[name]] }))

/** Lines of business (contract/businesses.ts) that have their own set. */
const setOfLine: Record<string, StarterSetName> = {
  renovation: 'renovation',
  home_design: 'renovation',
  real_estate: 'real_estate',
  health: 'clinics',
  beauty: 'clinics',
  education: 'education',
  law: 'legal',
}
export const setForLine = (line: string | null | undefined): readonly SetStatus[] =>
  sets[setOfLine[line ?? ''] ?? 'general']
