import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts
import { failuresIn, secondsIn } from './reports.mjs'

const root = new URL('../..', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'leadline-reports-'))
afterAll(() => rmSync(folder, { recursive: true }))
const write = (report: object) => {
  const file = join(folder, `${crypto.randomUUID()}.json`)
  writeFileSync(file, JSON.stringify(report))
  return file
}

test('failed tests of Vitest are listed with their file, and files that did not load', () => {
  const passed = { status: 'passed', fullName: 'leads are there', failureMessages: [] }
  const failed = {
    status: 'failed',
    fullName: 'leads are counted',
    failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n\n    at leads.test.ts:7'],
  }
  const file = write({
    testResults: [
      { name: `${root}server/leads.test.ts`, status: 'failed', message: '', assertionResults: [passed, failed] },
      { name: `${root}server/calls.test.ts`, status: 'failed', message: 'Cannot find module', assertionResults: [] },
    ],
  })
  expect(failuresIn(file)).toBe(
    [
      '✖ server/leads.test.ts › leads are counted',
      '    AssertionError: expected 1 to be 2',
      '        at leads.test.ts:7',
      '',
      '✖ server/calls.test.ts',
      '    Cannot find module',
    ].join('\n'),
  )
})

test('failed journeys are listed with their browser; one that passed when retried is not', () => {
  const result = (message: string) => ({ errors: [{ message }] })
  const spec = (title: string, status: string) => ({
    ...{ title, file: 'leads.spec.ts' },
    tests: [{ projectName: 'he-phone', status, results: [result('first'), result('Timeout\nwaiting')] }],
  })
  const suites = [
    { specs: [spec('a lead arrives', 'unexpected')], suites: [{ specs: [spec('a lead waits', 'flaky')] }] },
  ]
  expect(failuresIn(write({ suites }))).toBe('✖ [he-phone] leads.spec.ts › a lead arrives\n    Timeout\n    waiting')
})

test('the time of each file is listed, slowest first, and a journey counts in each place', () => {
  const ran = (name: string, startTime: number, endTime: number) => ({ name: `${root}${name}`, startTime, endTime })
  expect(secondsIn(write({ testResults: [ran('a.test.ts', 1_000, 1_500), ran('b.test.ts', 1_000, 4_000)] }))).toEqual([
    { name: 'b.test.ts', seconds: 3 },
    { name: 'a.test.ts', seconds: 0.5 },
  ])
  const tests = [{ results: [{ duration: 2_000 }, { duration: 1_000 }] }, { results: [{ duration: 500 }] }]
  const suites = [{ specs: [{ file: 'calls.spec.ts', tests }] }]
  expect(secondsIn(write({ suites }))).toEqual([{ name: 'e2e/calls.spec.ts', seconds: 3.5 }])
})

test('without a report nothing is listed', () => {
  expect(failuresIn(join(folder, 'none.json'))).toBe('')
  expect(secondsIn(join(folder, 'none.json'))).toEqual([])
})
