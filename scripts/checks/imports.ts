import { execFile } from 'node:child_process'
import { join } from 'node:path'
import type { Check } from './check.ts'
import { sources } from './check.ts'
import { report } from './report.ts'

const FOLDERS = ['contract', 'server', 'switchboard', 'web', 'db', 'bench', 'e2e', 'scripts']
const here = join(import.meta.dirname, '..', '..')

const TEST = /\.(test\.tsx?|samples\.ts)$/

type Cruise = {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string }; comment?: string }[]
  }
}

/**
 * Checks the allowed directions of imports. With an unsupported compiler version, dependency-cruiser finds no modules,
 * so their number is checked, too.
 */
export const checkImports: Check = async (root) => {
  const files = sources(root, `{${FOLDERS.join()}}/**/*.{ts,tsx,mjs}`)
  const folders = FOLDERS.filter((folder) => files.some(({ path }) => path.startsWith(`${folder}/`)))
  if (folders.length === 0) return { seen: 0, problems: [] }
  const { summary, modules } = await cruise(root, folders)
  const problems = [
    ...summary.violations.map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`),
    ...featureCircles(modules),
  ]
  if (summary.totalCruised < files.length)
    problems.push(`only ${summary.totalCruised} modules seen of ${files.length} files`)
  return { seen: summary.totalCruised, problems }
}

const featureOf = (path: string) => /^server\/features\/([^/]+)\//.exec(path)?.[1]

/**
 * Import cycles between server features, including type imports; of each cycle, the shortest path. A feature receives
 * what it needs from a higher feature through `Deps`.
 */
function featureCircles(modules: Cruise['modules']): string[] {
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = featureOf(source)
    if (!from || TEST.test(source)) continue
    const known = imports.get(from) ?? new Set()
    imports.set(from, known)
    for (const to of dependencies.map(({ resolved }) => featureOf(resolved))) if (to && to !== from) known.add(to)
  }
  return [...imports.keys()].flatMap((first) => {
    const way = wayBack(imports, first)
    return way?.every((one) => one >= first) ? [`${[...way, first].join(' → ')}: features-in-a-circle`] : []
  })
}

/** The shortest import path that leads back to its start. */
function wayBack(imports: ReadonlyMap<string, ReadonlySet<string>>, start: string): string[] | undefined {
  const seen = new Set<string>()
  const ways = [[start]]
  for (const way of ways)
    for (const next of imports.get(way.at(-1) ?? '') ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return undefined
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
