/** Tests the exchange with foreign phones and under load (`.ci/run`). By part: `npm run test:telephony -- soak`. */
import { neededNode, run } from './node.mjs'

process.exitCode = await run(neededNode(), ['scripts/telephony/telephony.ts', ...process.argv.slice(2)])
