import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldValue, OwnFieldType } from '#contract/lead-fields/own-fields.ts'
import { type FieldDefinition, readValues, shownValues, toWire, withValues } from './values.rules.ts'

const options = ['a', 'b', 'c'].map((key) => ({ key, nameHe: key, nameEn: key }))
const fieldOf = (type: OwnFieldType): FieldDefinition => ({
  ...{ _id: type, key: type, nameHe: type, nameEn: type, helpText: '', type, unit: null, isDecimal: true },
  options: type === 'choice' || type === 'choices' ? options : [],
  ...{ isRequired: false, requiredAt: [], default: null, campaignIds: null, group: null, isPersonal: false },
  ...{ isArchived: false, position: 0, hasValues: true, deletedAt: null, purgedAt: null },
})

/** Valid values of each type, and what leads show of them. */
const valid: Record<OwnFieldType, fc.Arbitrary<FieldValue>> = {
  text: fc.string({ unit: 'grapheme', maxLength: 100 }).filter((text) => !text.includes('\0')),
  long_text: fc.string({ unit: 'grapheme', maxLength: 300 }).filter((text) => !text.includes('\0')),
  number: fc.integer({ min: -10_000_000, max: 10_000_000 }).map((whole) => whole / 10_000),
  money: fc.integer({ min: 0, max: 100_000_000_000 }),
  date: fc
    .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  choice: fc.constantFrom('a', 'b', 'c'),
  choices: fc.subarray(['a', 'b', 'c']),
  yes_no: fc.boolean(),
  link: fc.webUrl(),
}
const types = Object.keys(valid) as OwnFieldType[]
const fields = types.map(fieldOf)
const someValues = fc.record(valid, { requiredKeys: [] })

test('what is accepted is stored and read back, and reading it again changes nothing', () => {
  fc.assert(
    fc.property(someValues, (sent) => {
      const { values, issues } = readValues(fields, sent, undefined)
      expect(issues).toEqual([])
      const shown = shownValues(fields, withValues({}, values), false)
      for (const [key, value] of Object.entries(sent)) {
        const isText = ['text', 'long_text', 'link'].includes(key)
        if (typeof value !== 'string' || !isText)
          expect(shown[key]).toEqual(Array.isArray(value) && !value.length ? undefined : value)
      }
      const again = readValues(fields, shown, undefined)
      expect(again.issues).toEqual([])
      expect(shownValues(fields, withValues({}, again.values), false)).toEqual(shown)
    }),
  )
})

test('a value of any other kind is refused by its path, and never stored', () => {
  const other = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...types), other, (type, sent) => {
      const { values, issues } = readValues(fields, { [type]: sent }, undefined)
      const wasStored = values[type] !== undefined && values[type] !== null
      expect(issues.map(({ path }) => path)).toEqual(values[type] === undefined ? [`fields.${type}`] : [])
      if (!wasStored) return
      const shown = toWire(fieldOf(type), values[type])
      const kinds = { number: 'number', money: 'number', yes_no: 'boolean', choices: 'object' } as Partial<
        Record<OwnFieldType, string>
      >
      expect(typeof shown).toBe(kinds[type] ?? 'string')
    }),
  )
})
