/** Guesses a masked phone 10,000 times by each way that takes one: `npm run soak -- masked-guesses [guesses] [name of a way]`. */
import { runServerTest } from '../testing/run-test.ts'

const [guesses = '10000', ...way] = process.argv.slice(2)
process.exitCode = await runServerTest(
  'server/tests/many-masked-guesses.test.ts',
  { MASKED_GUESSES: guesses },
  way.join(' '),
)
