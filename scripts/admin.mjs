/** The operator's commands, under the Node that runs the sources; see admin.ts. */
import { fileURLToPath } from 'node:url'
import { neededNode, run } from './node.mjs'

const commands = fileURLToPath(new URL('admin.ts', import.meta.url))
process.exitCode = await run(neededNode(), [commands, ...process.argv.slice(2)])
