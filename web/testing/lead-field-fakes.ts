import { leadFieldRoutes } from '#contract/lead-fields/lead-fields.ts'
import type { OwnField } from '#contract/lead-fields/own-fields.ts'
import { idOf } from './lead-fakes.ts'
import { reply } from './replies.ts'

/** An own field of a lead: a text, unless changed. */
export const aField = (number: number, changes: Partial<OwnField> = {}): OwnField => ({
  _id: idOf(400 + number),
  key: `field_${number}`,
  nameHe: `שדה ${number}`,
  nameEn: `Field ${number}`,
  helpText: '',
  type: 'text',
  options: [],
  unit: null,
  isDecimal: false,
  isRequired: false,
  requiredAt: [],
  default: null,
  campaignIds: null,
  group: null,
  isPersonal: false,
  isArchived: false,
  position: number,
  ...changes,
})

export const KITCHEN = { key: 'kitchen', nameHe: 'מטבח', nameEn: 'Kitchen' }
export const BATHROOM = { key: 'bathroom', nameHe: 'חדר רחצה', nameEn: 'Bathroom' }
export const WHOLE = { key: 'whole', nameHe: 'דירה שלמה', nameEn: 'Whole flat' }
export const WORK = aField(1, {
  ...{ key: 'work', nameHe: 'סוג עבודה', nameEn: 'Kind of work' },
  ...{ type: 'choice', options: [KITCHEN, BATHROOM, WHOLE] },
})
export const SIZE = aField(2, { key: 'size', nameHe: 'שטח', nameEn: 'Size', type: 'number', unit: 'm²' })
export const BUDGET = aField(3, { key: 'budget', nameHe: 'תקציב', nameEn: 'Budget', type: 'money' })

export const ownFieldsReply = (fields: OwnField[]) => reply(leadFieldRoutes.list, { success: true, fields })
