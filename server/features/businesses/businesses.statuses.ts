import type { LeadStatus } from '#contract/businesses.ts'

/** What a new business begins with; the first is the default for new leads. */
export const firstStatuses = [
  { nameHe: 'חדש', nameEn: 'New', hue: 'sky', type: 'Open' },
  { nameHe: 'ניסיון קשר', nameEn: 'Attempting', hue: 'amber', type: 'Ongoing' },
  { nameHe: 'בטיפול', nameEn: 'In progress', hue: 'violet', type: 'Ongoing' },
  { nameHe: 'נקבעה פגישה', nameEn: 'Meeting set', hue: 'teal', type: 'Ongoing' },
  { nameHe: 'נשלחה הצעה', nameEn: 'Proposal sent', hue: 'pink', type: 'Ongoing' },
  { nameHe: 'בהמתנה', nameEn: 'On hold', hue: 'slate', type: 'On hold' },
  { nameHe: 'נסגר בהצלחה', nameEn: 'Won', hue: 'green', type: 'Won' },
  { nameHe: 'לא רלוונטי', nameEn: 'Not relevant', hue: 'slate', type: 'Lost' },
] as const satisfies readonly Omit<LeadStatus, '_id' | 'position' | 'isDefault'>[]
