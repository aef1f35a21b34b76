import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A check's findings. A check that saw nothing has not passed. */
export type Findings = { seen: number; problems: string[] }
/** A house rule, checked on a source tree. */
export type Check = (root: string) => Findings | Promise<Findings>

const NOT_SOURCES = /(^|\/)(node_modules|dist|coverage|test-results|playwright-report|\.git|\.data[^/]*)(\/|$)/

export type Source = { path: string; text: string; lines: string[] }

/** The files that match the patterns, with paths relative to the root. */
export function sources(root: string, patterns: string | string[]): Source[] {
  return globSync(patterns, { cwd: root, exclude: (path) => NOT_SOURCES.test(path) })
    .filter((path) => !NOT_SOURCES.test(path) && statSync(join(root, path)).isFile())
    .sort()
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, lines: text.split('\n') }
    })
}

/** A problem for each line that matches the pattern, except lines that match `allowed`. */
export function linesWith(files: Source[], pattern: RegExp, problem: string, allowed?: RegExp): string[] {
  return files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) =>
      pattern.test(line) && !allowed?.test(line) ? [`${path}:${i + 1} ${problem}: ${line.trim()}`] : [],
    ),
  )
}
