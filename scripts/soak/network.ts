/** Ten journeys under a bad network, cut at random moments: `npm run soak -- network [rounds] [seed]`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const [rounds = 10, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const root = join(import.meta.dirname, '../..')

console.log(`npm run soak -- network ${rounds} ${seed}`)
const env = { ...process.env, NETWORK_ROUNDS: String(rounds), NETWORK_SEED: String(seed) }
const tests = spawn(process.execPath, ['scripts/test.mjs', 'e2e/network.spec.ts'], { cwd: root, stdio: 'inherit', env })
process.exitCode = await new Promise<number>((resolve) => tests.on('close', (status) => resolve(status ?? 1)))
