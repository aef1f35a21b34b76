import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Where } from '#contract/leads/lead-where.ts'
import { fitsInAddress, formatWhere, parseWhere } from './where-text.ts'

const where: Where = {
  all: [
    { field: 'value', op: 'gte', value: 500_000 },
    { field: 'tag', op: 'in', value: ['vip', 'hot, or (not)'] },
    { field: 'date', op: 'withinDays', value: 30 },
    { field: 'unread', op: 'is', value: false },
    { field: 'lastActivity', op: 'between', value: ['2026-01-01', '2026-01-31'] },
    {
      any: [
        { field: 'name', op: 'contains', value: 'כהן; ~:)' },
        { field: 'email', op: 'empty' },
      ],
    },
  ],
}
const text =
  'all(value.gte:500000;tag.in:vip,hot~, or ~(not~);date.withinDays:30;unread.is:false;' +
  'lastActivity.between:2026-01-01,2026-01-31;any(name.contains:כהן~; ~~:~);email.empty))'

describe('conditions as text', () => {
  it('are formatted and parsed', () => {
    expect(formatWhere(where)).toBe(text)
    expect(parseWhere(text)).toEqual(where)
  })

  it('keep any characters of a value', () => {
    const aText = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((value) => value.trim() === value && !value.includes('\0'))
    fc.assert(
      fc.property(aText, fc.array(aText, { minLength: 1, maxLength: 4 }), (value, values) => {
        const asked: Where = {
          any: [{ field: 'utmTerm', op: 'isNot', value }, { all: [{ field: 'source', op: 'notIn', value: values }] }],
        }
        expect(parseWhere(formatWhere(asked))).toEqual(asked)
      }),
    )
  })

  it.each([
    '',
    'all()',
    'all(',
    'some(name.is:x)',
    'all(nothing.is:x)',
    'all(name.gte:x)',
    'all(value.gte:much)',
    'all(date.on:2026-02-31)',
    'all(all(all(name.is:x)))',
    `all(${Array.from({ length: 21 }, () => 'email.empty').join(';')})`,
  ])('are undefined if invalid: %s', (mangled) => {
    expect(parseWhere(mangled)).toBeUndefined()
  })

  it('hold own fields, whose kind shows in operator and values', () => {
    const own: Where = {
      all: [
        { field: 'fields.work', op: 'in', value: ['kitchen', 'whole'] },
        { field: 'fields.size', op: 'between', value: [-1.5, 84] },
        { field: 'fields.budget', op: 'gte', value: 120_000 },
        { field: 'fields.start', op: 'between', value: ['2026-01-01', '2026-03-01'] },
        { field: 'fields.start', op: 'withinDays', value: 7 },
        { field: 'fields.notes', op: 'contains', value: '84' },
        { field: 'fields.site', op: 'empty' },
      ],
    }
    const written = formatWhere(own)
    expect(written).toContain('fields.work.in:kitchen,whole;fields.size.between:-1.5,84')
    expect(parseWhere(written)).toEqual(own)
  })

  it('are limited in length', () => {
    expect(fitsInAddress(where)).toBe(true)
    // A Hebrew letter takes six characters, percent-encoded.
    const letters = (count: number): Where => ({ all: [{ field: 'name', op: 'is', value: 'א'.repeat(count) }] })
    expect(fitsInAddress(letters(100))).toBe(true)
    const many: Where = { all: Array.from({ length: 4 }, () => ({ field: 'name', op: 'is', value: 'א'.repeat(100) })) }
    expect(fitsInAddress(many)).toBe(false)
  })
})
