/** Kills the server during an operation on 100,000 leads: `npm run soak -- killed-operation [leads]`. */
import { runServerTest } from '../testing/run-test.ts'

const [leads = '100000'] = process.argv.slice(2)
process.exitCode = await runServerTest('server/tests/killed/killed-operation.test.ts', {
  KILLED_OPERATION_LEADS: leads,
})
