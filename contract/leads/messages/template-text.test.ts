import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problemsInTemplate, readTemplate, renderContent, renderText } from './template-text.ts'
import { templateVariableNames } from './template-variables.ts'

const context = (values = {}, gender: 'unknown' | 'female' | 'male' | 'plural' = 'unknown') => ({ values, gender })

describe('variables', () => {
  test('stand for their values; a missing one is named, unless it has a fallback', () => {
    const text = 'Hello {{lead.name}}, this is {{ person.name | the office }}.'
    expect(renderText(text, context({ 'lead.name': 'Dana', 'person.name': 'Noa' })).text).toBe(
      'Hello Dana, this is Noa.',
    )
    expect(renderText(text, context({ 'lead.name': ' ' }))).toEqual({
      text: 'Hello , this is the office.',
      missing: ['lead.name'],
    })
    expect(renderText('Hi {{lead.firstName|}}!', context())).toEqual({ text: 'Hi !', missing: [] })
  })

  test('a value keeps its braces and is not read as a template', () => {
    const values = { 'lead.name': '{{person.name}} {{m:a|f:b|n:c}}', 'person.name': 'Noa' }
    expect(renderText('{{lead.name}}', context(values)).text).toBe(values['lead.name'])
  })

  test('unknown ones, and braces that are not in pairs, are problems', () => {
    const kindsOf = (text: string) => problemsInTemplate(text).map(({ kind, what }) => [kind, what])
    expect(kindsOf('{{lead.nam}}')).toEqual([['unknown_variable', 'lead.nam']])
    expect(kindsOf('{{constructor}} {{lead.__proto__}}')).toEqual([
      ['unknown_variable', 'constructor'],
      ['unknown_variable', 'lead.__proto__'],
    ])
    expect(kindsOf('Hello {{lead.name')).toEqual([['broken_placeholder', 'Hello {{lead.name']])
    expect(kindsOf('a }} b')).toEqual([['broken_placeholder', 'a }} b']])
    expect(kindsOf('{{}}')).toEqual([['broken_placeholder', '{{}}']])
    expect(kindsOf('{{lead.name|a|b}}')).toEqual([['broken_placeholder', '{{lead.name|a|b}}']])
    expect(kindsOf('{lead.name} 5 > 3')).toEqual([])
  })
})

describe('forms by gender', () => {
  const WELCOME = '{{m:ברוך הבא|f:ברוכה הבאה|n:ברוכים הבאים}}'

  test('follow the gender of the lead; a group and an unknown gender get the neutral form', () => {
    const forms = (['male', 'female', 'plural', 'unknown'] as const).map(
      (gender) => renderText(WELCOME, context({}, gender)).text,
    )
    expect(forms).toEqual(['ברוך הבא', 'ברוכה הבאה', 'ברוכים הבאים', 'ברוכים הבאים'])
  })

  test('all three are needed, in any order; one may be empty', () => {
    expect(renderText('{{f:b|n:c|m:a}}', context({}, 'male')).text).toBe('a')
    expect(renderText('x{{m:|f:ה|n:}}', context({}, 'male'))).toEqual({ text: 'x', missing: [] })
    for (const text of ['{{m:a|f:b}}', '{{m:a|m:b|n:c}}', '{{m:a|f:b|n:c|n:d}}', '{{m:a}}'])
      expect(problemsInTemplate(text).map(({ kind }) => kind)).toEqual(['gender_form_incomplete'])
  })
})

test('a line break in a value does not reach the subject', () => {
  const content = { subject: 'For {{lead.name}}', text: '{{lead.name}}' }
  const filled = renderContent(content, context({ 'lead.name': 'Dana\r\nBcc: all@example.test' }))
  expect(filled.subject).toBe('For Dana Bcc: all@example.test')
})

describe('for any text', () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '{{',
      '}}',
      '|',
      'm:',
      'f:',
      'n:',
      'lead.name',
      '{{lead.name}}',
      '{{m:a|f:b|n:c}}',
      '{{lead.name|x}}',
    ),
  )
  const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

  test('nothing is lost: words without placeholders stay as they are', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { parts } = readTemplate(text)
        if (parts.every(({ kind }) => kind === 'words')) expect(renderText(text, context()).text).toBe(text)
      }),
    )
  })

  test('a text without problems has no braces left beside those of values and words of the forms', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        if (problemsInTemplate(text).length) return
        const values = Object.fromEntries(templateVariableNames.map((name) => [name, 'value']))
        expect(renderText(text, context(values)).text).not.toMatch(/\{\{|\}\}/)
      }),
    )
  })

  test('values come out as they went in, wherever they stand', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (value) => {
        fc.pre(value.trim() !== '')
        const { text, missing } = renderText('<{{lead.name}}>', context({ 'lead.name': value }))
        expect([text, missing]).toEqual([`<${value.trim()}>`, []])
      }),
    )
  })
})
