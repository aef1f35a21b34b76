import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a check found. One that saw nothing to look at has not passed. */
export type Findings = { seen: number; problems: string[] }
/** A rule of the house, asked of a tree of sources. */
export type Check = (root: string) => Findings | Promise<Findings>

const NOT_SOURCES = /(^|\/)(node_modules|dist|coverage|test-results|playwright-report|\.git|\.data[^/]*)(\/|$)/

export type Source = { path: string; text: string; lines: string[] }

/** The files that fit, with paths from the root as they are shown in problems. */
export function sources(root: string, patterns: string | string[]): Source[] {
  return globSync(patterns, { cwd: root, exclude: (path) => NOT_SOURCES.test(path) })
    .filter((path) => !NOT_SOURCES.test(path) && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n') }
    })
}

/** Each line that fits the pattern, as a problem; lines that bear a reason with `allowed` are left alone. */
export function linesWith(files: Source[], pattern: RegExp, problem: string, allowed?: RegExp): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      pattern.test(line) && !allowed?.test(line) ? [`${path}:${i + 1} ${problem}: ${line.trim()}`] : [],
    ),
  )
}
