import { expect, test } from 'vitest'
import auditEn from '../../locales/en/audit-server.json' with { type: 'json' }
import en from '../../locales/en/leads.json' with { type: 'json' }
import auditHe from '../../locales/he/audit-server.json' with { type: 'json' }
import he from '../../locales/he/leads.json' with { type: 'json' }
import { labelOf, leadFields, leadFieldsWith } from './lead-fields.ts'

test.each([
  ['he', he, auditHe],
  ['en', en, auditEn],
])('every field of a lead and every change of one has a name in %s', (_, texts, audit) => {
  const named = [...leadFieldsWith('kind'), ...leadFieldsWith('property')].map(labelOf)
  expect(named.filter((label) => !(label in texts.columns))).toEqual([])
  const changed = leadFieldsWith('property').map(labelOf)
  expect(changed.filter((label) => !(label in texts.history.changed))).toEqual([])
  const properties = leadFieldsWith('property').map((field) => leadFields[field].property)
  expect(properties.filter((property) => !(property in audit.fields))).toEqual([])
})
