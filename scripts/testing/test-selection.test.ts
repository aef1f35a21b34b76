import { expect, test } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts
import { listTests, selectChanged, selectTests } from './test-selection.mjs'

const tests = [
  'contract/leads.test.ts',
  'server/features/leads/bulk.test.ts',
  'server/features/calls/calls.test.ts',
  'web/features/leads/lead-table.test.tsx',
  'web/features/calls/player.test.tsx',
  'e2e/calls.spec.ts',
]
const select = (...words: string[]) => Object.fromEntries(selectTests(words, tests))

test('no word selects every part, and a part is selected as a whole', () => {
  expect(select()).toEqual({ Check: [], Server: [], Web: [], Journeys: [] })
  expect(select('web')).toEqual({ Web: [] })
  expect(select('Web', 'leads')).toEqual({
    Server: ['contract/leads.test.ts', 'server/features/leads/bulk.test.ts'],
    Web: [],
  })
})

test('a feature selects its tests on both sides, its contract and its journeys', () => {
  expect(select('leads')).toEqual({
    Server: ['contract/leads.test.ts', 'server/features/leads/bulk.test.ts'],
    Web: ['web/features/leads/lead-table.test.tsx'],
  })
  expect(select('calls')).toEqual({
    Server: ['server/features/calls/calls.test.ts'],
    Web: ['web/features/calls/player.test.tsx'],
    Journeys: ['e2e/calls.spec.ts'],
  })
})

test('a path selects a test, the tests of a folder, or those beside a source file', () => {
  expect(select('e2e/calls.spec.ts')).toEqual({ Journeys: ['e2e/calls.spec.ts'] })
  expect(select('server/features/leads')).toEqual({ Server: ['server/features/leads/bulk.test.ts'] })
  expect(select('server/features/leads/leads.service.ts')).toEqual({ Server: ['server/features/leads/bulk.test.ts'] })
})

test.each(['lead', 'sever', 'server/features/nothing', 'docs'])(
  '"%s" is refused, because no test belongs to it',
  (word) => {
    expect(() => select('leads', word)).toThrow(`No test belongs to "${word}"`)
  },
)

test('changed files select the tests of their folders and features', () => {
  const changed = (...files: string[]) => Object.fromEntries(selectChanged(files, tests))
  expect(changed('web/features/calls/player.tsx')).toEqual({ Web: ['web/features/calls/player.test.tsx'] })
  expect(changed('contract/leads/leads.ts', 'README.md')).toEqual(select('leads'))
  expect(changed('contract/leads/tags.ts')).toEqual(select('leads'))
  expect(changed('locales/he/calls.json')).toEqual(select('calls'))
  expect(changed('README.md')).toEqual({})
})

test('every test file of the repository belongs to a part', () => {
  const all = listTests()
  expect(all).toContain('scripts/testing/test-selection.test.ts')
  expect([...selectTests(['scripts/testing/test-selection.test.ts'], all)]).toEqual([
    ['Server', ['scripts/testing/test-selection.test.ts']],
  ])
})
