import { join } from 'node:path'
import type { Check } from './check.ts'

const root = join(import.meta.dirname, '..', '..')

/** Runs the checks on this repository, prints the problems and sets exit code 1 if there are any. */
export async function report(checks: Record<string, Check>) {
  for (const [name, check] of Object.entries(checks)) {
    const { seen, problems } = await check(root)
    const all = seen === 0 ? ['saw nothing to look at', ...problems] : problems
    console.log(
      `${all.length === 0 ? '✔' : '✖'} ${name} (${seen} seen)${all.map((problem) => `\n    ${problem}`).join('')}`,
    )
    if (all.length > 0) process.exitCode = 1
  }
}
