/** Everything that CI runs, in order. A part that fails does not keep the next from running; the end names those that did. */
import { findChromium } from './chromium.mjs'
import { neededNode, run, runTool } from './node.mjs'
import { buildWebIfStale } from './web-build.mjs'

const vitest = (...projects) =>
  runTool('vitest/vitest.mjs', ['run', ...projects.flatMap((project) => ['--project', project])])
const parts = [
  { name: 'Check', start: () => run(neededNode(), ['scripts/check.mjs']) },
  { name: 'Server', start: () => vitest('server', 'switchboard') },
  { name: 'Web', start: () => vitest('web') },
  { name: 'Journeys', start: journeys },
]

const wanted = process.argv.slice(2).map((name) => name.toLowerCase())
const failed = []
for (const { name, start } of parts) {
  if (wanted.length > 0 && !wanted.includes(name.toLowerCase())) continue
  console.log(`\n━━━ ${name} ${'━'.repeat(70 - name.length)}\n`)
  const started = performance.now()
  const code = await start().catch((error) => {
    console.error(error.message)
    return 1
  })
  if (code !== 0) failed.push(name)
  console.log(
    `\n${name}: ${code === 0 ? 'passed' : 'FAILED'} after ${Math.round((performance.now() - started) / 1000)} s`,
  )
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll passed')
process.exitCode = failed.length > 0 ? 1 : 0

async function journeys() {
  const CHROMIUM = await findChromium()
  await buildWebIfStale()
  return runTool('@playwright/test/cli.js', ['test'], { env: { ...process.env, CHROMIUM } })
}
