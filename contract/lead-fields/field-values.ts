import { z } from 'zod'
import { agorot, day, line, text } from '../common.ts'
import { webPage } from '../values/links.ts'
import {
  FIELD_DECIMALS_MAX,
  FIELD_LONG_TEXT_MAX,
  FIELD_NUMBER_MAX,
  FIELD_OPTIONS_MAX,
  FIELD_TEXT_MAX,
  type FieldValue,
  type OwnField,
  type OwnFieldType,
} from './own-fields.ts'

type Valued = Pick<OwnField, 'type' | 'options' | 'isDecimal'>

const wrongType = { error: 'wrong_type' }
const number = z.number(wrongType).min(-FIELD_NUMBER_MAX, 'out_of_range').max(FIELD_NUMBER_MAX, 'out_of_range')
/** Number of decimal places of a double in its shortest decimal notation. */
const decimalsOf = (value: number) => {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}
const optionKey = ({ options }: Valued) =>
  z.string(wrongType).refine((key) => options.some((one) => one.key === key && one.replacedBy === undefined), {
    error: 'unknown_option',
  })

const shapes: Record<OwnFieldType, (field: Valued) => z.ZodType<FieldValue>> = {
  text: () => z.string(wrongType).pipe(line(FIELD_TEXT_MAX)),
  long_text: () => z.string(wrongType).pipe(text(FIELD_LONG_TEXT_MAX)),
  number: ({ isDecimal }) =>
    number.refine(
      (value) => decimalsOf(value) <= (isDecimal ? FIELD_DECIMALS_MAX : 0),
      isDecimal ? 'too_many_decimals' : 'whole_number',
    ),
  money: () => z.number(wrongType).int('whole_number').pipe(agorot),
  date: () => z.string(wrongType).pipe(day),
  choice: optionKey,
  choices: (field) =>
    z
      .array(optionKey(field), wrongType)
      .max(FIELD_OPTIONS_MAX, 'out_of_range')
      .transform((keys) => field.options.map(({ key }) => key).filter((key) => keys.includes(key))),
  yes_no: () => z.boolean(wrongType),
  link: () => z.string(wrongType).pipe(webPage),
}

/**
 * The shape of a field's value, for forms and the server alike. Texts are trimmed, links get their scheme, choices come
 * in the order of the options. Messages are keys of locales/<language>/errors.json.
 */
export const valueShape = (field: Valued) => shapes[field.type](field)
/** Whether a value that was sent clears its field. */
export const isEmptyValue = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0)
