/** Sends 10,000 random bodies to the addresses of lead sources: `npm run soak -- lead-bodies [bodies] [seed]`. */
import { runServerTest } from '../testing/run-test.ts'

const [bodies = '10000', seed] = process.argv.slice(2)
process.exitCode = await runServerTest('server/features/lead-sources/random-bodies.test.ts', {
  LEAD_BODIES: bodies,
  ...(seed && { LEAD_SEED: seed }),
})
