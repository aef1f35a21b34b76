/** Static checks, two at a time; their outputs are printed whole and in order. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { neededNode, root } from './node.mjs'

const tool = (path) => join('node_modules', path)
const checks = [
  {
    name: 'format and lint',
    args: [tool('@biomejs/biome/bin/biome'), 'ci', '--colors=off', '--max-diagnostics=200', '.'],
  },
  { name: 'types of the server', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
  { name: 'types of the web', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.web.json'] },
  { name: 'types of the service worker', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.worker.json'] },
  { name: 'types of bench and journeys', args: [tool('typescript/bin/tsc'), '-p', 'tsconfig.browser.json'] },
  { name: 'direction of imports', args: ['scripts/checks/imports.ts'] },
  { name: 'unused code', args: [tool('knip/bin/knip.js'), '--no-progress'] },
  { name: 'house rules', args: ['scripts/checks/house.ts'] },
]

const waiting = [...checks]
const results = new Map()
await Promise.all([work(), work()])
process.exitCode = [...results.values()].some(({ code }) => code !== 0) ? 1 : 0

async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const started = performance.now()
    const { code, output } = await runQuietly(check.args)
    results.set(check.name, { code })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✔' : '✖'} ${check.name} (${seconds} s)`)
    if (code !== 0) console.log(output)
  }
}

function runQuietly(args) {
  return new Promise((done, failed) => {
    const child = spawn(neededNode(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', failed)
    child.on('close', (code) => done({ code, output }))
  })
}
