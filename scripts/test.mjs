/** Everything that CI runs, in order. A part that fails does not keep the next from running; the end names those that did. */
import { findChromium } from './chromium.mjs'
// biome-ignore lint/correctness/useImportExtensions: its types stand beside it in a .d.mts
import { failuresIn, reportOf } from './failed-tests.mjs'
import { neededNode, run, runTool } from './node.mjs'
import { buildWebIfStale } from './web-build.mjs'

const vitest = (report, ...projects) =>
  runTool('vitest/vitest.mjs', [
    ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    ...projects.flatMap((project) => ['--project', project]),
  ])
const parts = [
  { name: 'Check', start: () => run(neededNode(), ['scripts/check.mjs']) },
  { name: 'Server', start: (report) => vitest(report, 'server', 'switchboard') },
  { name: 'Web', start: (report) => vitest(report, 'web') },
  { name: 'Journeys', start: journeys },
]

const wanted = process.argv.slice(2).map((name) => name.toLowerCase())
const failed = []
for (const { name, start } of parts) {
  if (wanted.length > 0 && !wanted.includes(name.toLowerCase())) continue
  console.log(`\n━━━ ${name} ${'━'.repeat(70 - name.length)}\n`)
  const started = performance.now()
  const report = reportOf(name)
  const code = await start(report).catch((error) => {
    console.error(error.message)
    return 1
  })
  if (code !== 0) failed.push({ name, report })
  console.log(
    `\n${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - started) / 1000)} s`,
  )
}
const names = failed.map(({ name }) => name).join(', ')
console.log(failed.length > 0 ? `\nFailed: ${names}` : '\nAll passed')
for (const { name, report } of failed) {
  const failures = failuresIn(report)
  if (failures) console.log(`\n${name}:\n\n${failures}`)
}
process.exitCode = failed.length > 0 ? 1 : 0

async function journeys(report) {
  const CHROMIUM = await findChromium()
  await buildWebIfStale()
  const env = { ...process.env, CHROMIUM, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  return runTool('@playwright/test/cli.js', ['test', '--reporter=list,json'], { env })
}
