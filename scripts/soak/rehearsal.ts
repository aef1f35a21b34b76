/** Random flows, moments and callers, in the simulator and as calls: `npm run soak -- rehearsal [cases]`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const [cases = 2_000] = process.argv.slice(2).map(Number)
const root = join(import.meta.dirname, '../..')

const env = { ...process.env, REHEARSAL_CASES: String(cases) }
const file = 'server/features/calls/simulation/reality.test.ts'
const tests = spawn(process.execPath, ['scripts/test.mjs', file], { cwd: root, stdio: 'inherit', env })
process.exitCode = await new Promise<number>((resolve) => tests.on('close', (status) => resolve(status ?? 1)))
