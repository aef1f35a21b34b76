/** Guesses a masked phone 10,000 times per input: `npm run soak -- masked-guesses [guesses] [input]`. */
import { runServerTest } from '../testing/run-test.ts'

const [guesses = '10000', ...way] = process.argv.slice(2)
process.exitCode = await runServerTest(
  'server/tests/many-masked-guesses.test.ts',
  { MASKED_GUESSES: guesses },
  way.join(' '),
)
