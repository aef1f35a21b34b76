import { expect, test } from 'vitest'
import en from '../../locales/en/leads.json' with { type: 'json' }
import he from '../../locales/he/leads.json' with { type: 'json' }
import { labelOf, leadFieldsWith } from './lead-fields.ts'

test.each([
  ['he', he],
  ['en', en],
])('every field of a lead and every change of one has a name in %s', (_, texts) => {
  const named = [...leadFieldsWith('kind'), ...leadFieldsWith('property')].map(labelOf)
  expect(named.filter((label) => !(label in texts.columns))).toEqual([])
  const changed = leadFieldsWith('property').map(labelOf)
  expect(changed.filter((label) => !(label in texts.history.changed))).toEqual([])
})
