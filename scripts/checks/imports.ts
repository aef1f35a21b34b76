import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Check } from './check.ts'
import { sources } from './check.ts'
import { report } from './report.ts'

const FOLDERS = ['contract', 'server', 'switchboard', 'web', 'db', 'bench', 'e2e', 'scripts']
const here = join(import.meta.dirname, '..', '..')

type Cruise = {
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string }; comment?: string }[]
  }
}

/** Imports go one way. With an unsupported compiler dependency-cruiser sees no modules, hence the count. */
export const checkImports: Check = async (root) => {
  const files = sources(root, `{${FOLDERS.join()}}/**/*.{ts,tsx,mjs}`)
  const folders = FOLDERS.filter((folder) => files.some(({ path }) => path.startsWith(`${folder}/`)))
  if (folders.length === 0) return { seen: 0, problems: [] }
  const { summary } = await cruise(root, folders)
  const problems = summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`)
  if (summary.totalCruised < files.length)
    problems.push(`only ${summary.totalCruised} modules seen of ${files.length} files`)
  return { seen: summary.totalCruised, problems }
}

function cruise(root: string, folders: string[]): Promise<Cruise> {
  const program = join(here, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [program, '--config', join(here, '.dependency-cruiser.cjs'), '--output-type', 'json', ...folders]
  return new Promise((done, failed) => {
    execFile(process.execPath, args, { cwd: root, maxBuffer: 2 ** 28 }, (error, output) => {
      if (output.startsWith('{')) done(JSON.parse(output) as Cruise)
      else failed(error ?? new Error(output))
    })
  })
}

if (import.meta.main) await report({ 'direction of imports': checkImports })
