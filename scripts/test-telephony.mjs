/** The exchange under strange phones and under load; `.ci/run` calls it. Parts by name: `npm run test:telephony -- soak`. */
import { neededNode, run } from './node.mjs'

process.exitCode = await run(neededNode(), ['scripts/telephony/telephony.ts', ...process.argv.slice(2)])
