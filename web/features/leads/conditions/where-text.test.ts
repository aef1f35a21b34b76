import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Where } from '#contract/lead-where.ts'
import { isShortEnough, whereOf, whereText } from './where-text.ts'

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

describe('conditions in the address', () => {
  it('read as they were written', () => {
    expect(whereText(where)).toBe(text)
    expect(whereOf(text)).toEqual(where)
  })

  it('keep whatever a text holds', () => {
    const aText = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 40 })
      .filter((value) => value.trim() === value && !value.includes('\0'))
    fc.assert(
      fc.property(aText, fc.array(aText, { minLength: 1, maxLength: 4 }), (value, values) => {
        const asked: Where = {
          any: [{ field: 'utmTerm', op: 'isNot', value }, { all: [{ field: 'source', op: 'notIn', value: values }] }],
        }
        expect(whereOf(whereText(asked))).toEqual(asked)
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
  ])('say nothing where they cannot be asked: %s', (mangled) => {
    expect(whereOf(mangled)).toBeUndefined()
  })

  it('are short enough for a link, or said to be too long', () => {
    expect(isShortEnough(where)).toBe(true)
    // A Hebrew letter travels as six characters.
    const letters = (count: number): Where => ({ all: [{ field: 'name', op: 'is', value: 'א'.repeat(count) }] })
    expect(isShortEnough(letters(100))).toBe(true)
    const many: Where = { all: Array.from({ length: 4 }, () => ({ field: 'name', op: 'is', value: 'א'.repeat(100) })) }
    expect(isShortEnough(many)).toBe(false)
  })
})
