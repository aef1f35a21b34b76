import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach } from 'vitest'
import type { Check } from '../checks/check.ts'

const trees: string[] = []
afterEach(() => {
  for (const tree of trees.splice(0)) rmSync(tree, { recursive: true })
})

/** A source tree with these files. */
export function planted(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'leadline-planted-'))
  trees.push(root)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

/** A check's problems on a tree with these files. */
export const problems = async (check: Check, files: Record<string, string>) => (await check(planted(files))).problems
