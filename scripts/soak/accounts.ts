/** Lives 2,000 random orders of what people do with accounts: `npm run soak -- accounts [orders] [at once]`. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')
const [orders = 2_000, atOnce = 3] = process.argv.slice(2).map(Number)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const args = ['run', '--project', 'server', '--reporter', 'verbose', 'server/account-orders.test.ts']
const env = { ...process.env, ACCOUNT_ORDERS: String(Math.ceil(orders / atOnce)) }

const statuses = await Promise.all(
  Array.from(
    { length: atOnce },
    () =>
      new Promise<number>((resolve) => {
        const one = spawn(process.execPath, [vitest, ...args], { cwd: root, stdio: 'inherit', env })
        one.on('close', (status) => resolve(status ?? 1))
      }),
  ),
)
process.exitCode = Math.max(...statuses)
