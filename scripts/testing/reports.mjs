/** Summary of failed tests and times from the test tools' JSON reports, printed at the end of a long log. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../node.mjs'

const LINES_MAX = 12
const TESTS_MAX = 30

/** Path of a part's report; deletes that of an earlier run. */
export function reportOf(part) {
  const file = join(root, 'node_modules', '.cache', 'leadline', `${part.toLowerCase()}-tests.json`)
  mkdirSync(dirname(file), { recursive: true })
  rmSync(file, { force: true })
  return file
}

/** Failed tests of a part with their messages; '' without a report. */
export function failuresIn(file) {
  if (!existsSync(file)) return ''
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const failures = report.testResults ? ofVitest(report) : ofPlaywright(report)
  const shown = failures.slice(0, TESTS_MAX).map(({ name, message }) => `✖ ${name}\n${shortened(message)}`)
  const left = failures.length - shown.length
  return [...shown, ...(left > 0 ? [`… and ${left} more`] : [])].join('\n\n')
}

const shortened = (message) =>
  stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_MAX)
    .map((line) => `    ${line}`)
    .join('\n')

/** A file that failed to load has a message and no tests. */
const ofVitest = ({ testResults }) =>
  testResults.flatMap(({ name: path, status, message, assertionResults }) => {
    const file = relative(root, path)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [{ name: file, message: message ?? '' }]
    return failed.map((test) => ({ name: `${file} › ${test.fullName}`, message: test.failureMessages.join('\n') }))
  })

/** Seconds per test file of a part, slowest first; e2e files are summed over projects. */
export function secondsIn(file) {
  if (!existsSync(file)) return []
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const times = report.testResults
    ? report.testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime])
    : report.suites
        .flatMap(specsIn)
        .flatMap(({ file: spec, tests }) =>
          tests.flatMap(({ results }) => results.map(({ duration }) => [`e2e/${spec}`, duration])),
        )
  const sums = new Map()
  for (const [name, ms] of times) sums.set(name, (sums.get(name) ?? 0) + ms / 1000)
  return [...sums].map(([name, seconds]) => ({ name, seconds })).sort((a, b) => b.seconds - a.seconds)
}

const ofPlaywright = ({ suites, errors = [] }) => [
  ...errors.map(({ message }) => ({ name: 'before any journey', message: message ?? '' })),
  ...suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => ({
        name: `[${projectName}] ${file} › ${title}`,
        message: (results.at(-1)?.errors ?? []).map(({ message }) => message).join('\n'),
      })),
  ),
]

const specsIn = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsIn)]
