/** Long trials, one file each in scripts/soak: `npm run soak -- fuzz --minutes 2`. Without a name it lists them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { neededNode, root, run } from './node.mjs'

const folder = join(root, 'scripts', 'soak')
const files = readdirSync(folder)
const names = files.flatMap((file) => /^([a-z0-9-]+)\.ts$/.exec(file)?.[1] ?? []).sort()
const [name, ...args] = process.argv.slice(2)

if (name === undefined) {
  console.log(`Usage: npm run soak -- <name> [arguments]\n\n${list()}`)
} else if (names.includes(name)) {
  process.exitCode = await run(neededNode(), [join(folder, `${name}.ts`), ...args])
} else {
  console.error(`There is no soak named "${name}". There are:\n\n${list()}`)
  process.exitCode = 1
}

/** Name and first doc-comment line of each soak. */
function list() {
  return names.map((name) => `  ${name.padEnd(20)} ${purposeOf(name)}`.trimEnd()).join('\n')
}

function purposeOf(name) {
  const source = readFileSync(join(folder, `${name}.ts`), 'utf8')
  return /^\/\*\*\s*(?:\n \* )?(.*?)\s*(?:\*\/)?$/m.exec(source)?.[1] ?? ''
}
