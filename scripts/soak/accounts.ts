/** Runs 2,000 random sequences of account actions: `npm run soak -- accounts [sequences] [concurrent]`. */
import { runServerTest } from '../testing/run-test.ts'

const [orders = 2_000, atOnce = 3] = process.argv.slice(2).map(Number)
const settings = { ACCOUNT_ORDERS: String(Math.ceil(orders / atOnce)) }

const statuses = await Promise.all(
  Array.from({ length: atOnce }, () => runServerTest('server/tests/account-orders.test.ts', settings)),
)
process.exitCode = Math.max(...statuses)
