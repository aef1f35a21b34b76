import { expect, test } from 'vitest'
import { languages } from '#contract/constants.ts'
import { eventNames, eventOf } from '#contract/events/catalogue.ts'
import { liveNames } from '#contract/events/live.ts'
import { auditNames, isAside, kindOf, namesOf } from './audit.rules.ts'
import { actionOf, piecesOf } from './audit-texts.ts'

test('every event has texts in both languages, and ringing phones are not logged', () => {
  for (const language of languages)
    for (const name of auditNames) expect(actionOf(name, language)).not.toBe(`events.${name}`)
  expect(auditNames).not.toContain('call.ended')
  expect(kindOf('call.started')).toBeNull()
  expect(auditNames).toContain('session.started')
})

test('every event that streams broadcast is one that browsers know', () => {
  const broadcast = eventNames.filter((name) => eventOf(name)?.audience === 'broadcast')
  expect(new Set(liveNames)).toEqual(new Set(broadcast))
})

test('filters by kind and action narrow the event names; the small index covers events not of single leads', () => {
  expect(namesOf({ kind: 'keys' })).toEqual([
    ...['key.created', 'key.changed', 'key.rotated', 'key.deleted'],
    ...['webhook.created', 'webhook.changed', 'webhook.deleted', 'webhook.secret_rotated'],
    ...['webhook.paused', 'webhook.resumed', 'webhook.replayed', 'webhook.gave_up'],
  ])
  expect(namesOf({ kind: 'keys', action: 'lead.created' })).toEqual([])
  expect(isAside(namesOf({ kind: 'team' }))).toBe(true)
  expect(isAside(namesOf({}))).toBe(false)
})

test('values in the language of the reader', () => {
  const names = new Map([
    ['c1', 'Kitchens'],
    ['u1', 'Dana'],
  ])
  const text = (field: string, value: unknown) =>
    piecesOf(field, value, { names, language: 'en' }).map((one) => (one.name ? `${one.name}: ${one.text}` : one.text))
  expect(text('campaigns', { c1: 'Writer' })).toEqual(['Kitchens: Writer'])
  expect(text('campaigns', [{ campaignId: 'c1', role: 'Reader' }])).toEqual(['Kitchens: Reader'])
  expect(text('members', [{ userId: 'u1', role: 'Lead' }])).toEqual(['Dana: Lead'])
  expect(text('assignedTo', 'u1')).toEqual(['Dana'])
  expect(text('campaignIds', null)).toEqual(['All campaigns'])
  expect(text('tags', [])).toEqual([])
  expect(text('links', [{ label: 'Flyer', url: 'https://example.com' }])).toEqual(['Flyer'])
  expect(text('routing', { ring: {} })).toEqual(['Updated'])
  expect(text('tags', ['a', 'b'])).toEqual(['a', 'b'])
  expect(text('asked', { filters: { number: ['x', 'y'] }, search: 'z' })).toEqual(['Number: x', 'y', 'Search: z'])
  expect(text('hearsCalls', true)).toEqual(['Yes'])
})
