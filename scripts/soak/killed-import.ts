/** Kills the server during an import of 100,000 rows, and during their export: `npm run soak -- killed-import [rows]`. */
import { runServerTest } from '../testing/run-test.ts'

const [rows = '100000'] = process.argv.slice(2)
process.exitCode = await runServerTest('server/tests/killed/killed-import.test.ts', { KILLED_IMPORT_ROWS: rows })
