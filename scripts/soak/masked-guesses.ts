/** Guesses a masked phone 10,000 times by each way that takes one: `npm run soak -- masked-guesses [guesses] [name of a way]`. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const [guesses = '10000', ...way] = process.argv.slice(2)
const args = ['run', '--project', 'server', '--reporter', 'verbose', 'server/many-masked-guesses.test.ts']
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), ...args, ...(way.length ? ['-t', way.join(' ')] : [])],
  { cwd: root, stdio: 'inherit', env: { ...process.env, MASKED_GUESSES: guesses } },
)
process.exitCode = status ?? 1
