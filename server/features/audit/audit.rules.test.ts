import { expect, test } from 'vitest'
import { languages } from '#contract/constants.ts'
import { auditNames, isAside, kindOf, namesOf } from './audit.rules.ts'
import { actionOf, valueText } from './audit.words.ts'

test('every event has words in both languages, and phones that ring are not in the log', () => {
  for (const language of languages)
    for (const name of auditNames) expect(actionOf(name, language)).not.toBe(`events.${name}`)
  expect(auditNames).not.toContain('call.ended')
  expect(kindOf('call.started')).toBeNull()
  expect(auditNames).toContain('session.started')
})

test('a kind and an action narrow the names; the small index serves whatever is not of single leads', () => {
  expect(namesOf({ kind: 'keys' })).toEqual(['key.created', 'key.changed', 'key.deleted'])
  expect(namesOf({ kind: 'keys', action: 'lead.created' })).toEqual([])
  expect(isAside(namesOf({ kind: 'team' }))).toBe(true)
  expect(isAside(namesOf({}))).toBe(false)
})

test('values in the words of the reader', () => {
  const names = new Map([
    ['c1', 'Kitchens'],
    ['u1', 'Dana'],
  ])
  // Without the marks that keep Hebrew and English apart.
  const text = (field: string, value: unknown) =>
    valueText(field, value, { names, language: 'en' })?.replace(/[\u2066-\u2069]/g, '') ?? null
  expect(text('campaigns', { c1: 'Writer' })).toBe('Kitchens: Writer')
  expect(text('campaigns', [{ campaignId: 'c1', role: 'Reader' }])).toBe('Kitchens: Reader')
  expect(text('members', [{ userId: 'u1', role: 'Lead' }])).toBe('Dana: Lead')
  expect(text('assignedTo', 'u1')).toBe('Dana')
  expect(text('campaignIds', null)).toBe('All campaigns')
  expect(text('tags', [])).toBeNull()
  expect(text('links', [{ label: 'Flyer', url: 'https://example.com' }])).toBe('Flyer')
  expect(text('routing', { ring: {} })).toBe('Updated')
  expect(text('hearsCalls', true)).toBe('Yes')
})
