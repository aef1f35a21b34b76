import { isEmptyValue, valueShape } from '#contract/lead-fields/field-values.ts'
import type { FieldValue, OwnField, SentFieldValues } from '#contract/lead-fields/own-fields.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import { i18n } from '../../lib/i18n/i18n.ts'

type Field = Pick<OwnField, 'type' | 'options' | 'isDecimal'>
type Numeric = Pick<OwnField, 'type'>

/** A value as a person types it; amounts are in shekels. */
export function typedOf({ type }: Numeric, value: unknown) {
  if (typeof value === 'number') return String(type === 'money' ? value / 100 : value)
  return typeof value === 'string' ? value : ''
}

const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Converts typed text to a value: null for empty text. Text that is not a number stays a text, which the field's
 * validation refuses.
 */
export function valueOfTyped({ type }: Numeric, typed: string): FieldValue | null {
  if (typed.trim() === '') return null
  if (type !== 'number' && type !== 'money') return typed
  const plain = typed.replace(/[₪,\s]/g, '')
  if (!NUMBER.test(plain)) return typed
  // Rounded in the decimal notation: 1.005 ₪ is not a whole number of agorot.
  return type === 'money' ? Number((Number(plain) * 100).toFixed(6)) : Number(plain)
}

/** What is wrong with a value that a person entered; undefined: nothing. */
export function problemOf(field: Field, value: unknown, isRequired: boolean): string | undefined {
  if (value === undefined || isEmptyValue(value))
    return isRequired ? i18n.t('required_field', { ns: 'errors' }) : undefined
  const [issue] = valueShape(field).safeParse(value).error?.issues ?? []
  return issue && issueText(issue)
}

/** The value that is sent: trimmed, a link with its scheme, null for none. */
export const sentValue = (field: Field, value: unknown): SentFieldValues[string] =>
  value === undefined || isEmptyValue(value) ? null : (valueShape(field).safeParse(value).data ?? null)
