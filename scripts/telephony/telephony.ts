import { checkWithBaresip } from './baresip.ts'
import { checkWithSipp } from './sipp.ts'
import { soak } from './soak.ts'
import { checkTransfers } from './transfers.ts'

/** Result of a part: lines to print, and whether it passed. */
export type Finding = { lines: string[]; good: boolean }

const parts: Record<string, () => Promise<Finding>> = {
  sipp: checkWithSipp,
  baresip: checkWithBaresip,
  transfers: checkTransfers,
  soak,
}

const wanted = process.argv.slice(2)
const failed: string[] = []
for (const [name, start] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const started = performance.now()
  const { lines, good } = await start().catch((error: unknown) => ({ lines: [String(error)], good: false }))
  if (!good) failed.push(name)
  console.log(`\n${good ? '✔' : '✖'} ${name} (${Math.round((performance.now() - started) / 1_000)} s)`)
  for (const line of lines) console.log(`  ${line}`)
}
console.log(failed.length > 0 ? `\nFailed: ${failed.join(', ')}` : '\nAll as it must be')
process.exit(failed.length > 0 ? 1 : 0)
