/**
 * Everything that CI runs, in order. A failed part does not stop the next one; failed parts are listed at the end. `npm
 * test -- leads` runs the tests of a feature, a path or a part (test-selection.mjs).
 */
import { findChromium } from './chromium.mjs'
import { neededNode, run, runTool } from './node.mjs'
// biome-ignore lint/correctness/useImportExtensions: the types are in a .d.mts file beside it.
import { failuresIn, reportOf, secondsIn } from './testing/reports.mjs'
// biome-ignore lint/correctness/useImportExtensions: the types are in a .d.mts file beside it.
import { selectChanged, selectTests } from './testing/test-selection.mjs'
import { buildWebIfStale } from './web-build.mjs'

const vitest = (report, files, ...projects) =>
  runTool('vitest/vitest.mjs', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...projects.flatMap((project) => ['--project', project]),
    ...files,
  ])
const start = {
  Check: () => run(neededNode(), ['scripts/check.mjs']),
  Server: (report, files) => vitest(report, files, 'server', 'switchboard'),
  Web: (report, files) => vitest(report, files, 'web'),
  Journeys: journeys,
}

const selected = select(process.argv.slice(2))
const failed = []
const timings = []
const SLOWEST = 10
for (const [name, files] of selected) {
  console.log(`\n━━━ ${name} ${'━'.repeat(70 - name.length)}\n`)
  const started = performance.now()
  const report = reportOf(name)
  const code = await start[name](report, files).catch((error) => {
    console.error(error.message)
    return 1
  })
  if (code !== 0) failed.push({ name, report })
  timings.push(...secondsIn(report))
  console.log(
    `\n${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - started) / 1000)} s`,
  )
}
const slowest = timings.sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
if (slowest.length > 0) console.log('\nSlowest:')
for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
const names = failed.map(({ name }) => name).join(', ')
if (selected.size === 0) console.log('No test belongs to what changed')
else console.log(failed.length > 0 ? `\nFailed: ${names}` : '\nAll passed')
for (const { name, report } of failed) {
  const failures = failuresIn(report)
  if (failures) console.log(`\n${name}:\n\n${failures}`)
}
process.exitCode = failed.length > 0 ? 1 : 0

function select(words) {
  try {
    return words[0] === '--changed' ? selectChanged() : selectTests(words)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

async function journeys(report, files) {
  const CHROMIUM = await findChromium()
  await buildWebIfStale()
  const env = { ...process.env, CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return runTool('@playwright/test/cli.js', ['test', '--reporter=list,json', ...files], { env })
}
