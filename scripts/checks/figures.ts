import { type Module, parseSync } from '@swc/core'
import { type Check, sources } from './check.ts'

const TESTS = /\.test\.tsx?$|^web\/testing\//
/** Maximum per thousand lines of the web. */
const LIMITS = { casts: 1.5, effects: 0.9 }

/** Casts hide errors from the compiler; effects only synchronize with systems outside React (docs/conventions.md). */
export const checkFigures: Check = (root) => {
  const files = sources(root, 'web/**/*.{ts,tsx}').filter(({ path }) => !TESTS.test(path))
  const found = { casts: [] as string[], effects: [] as string[] }
  const lines = files.reduce((sum, file) => sum + file.lines.length - 1, 0)
  for (const { path, text } of files) {
    const module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') })
    const names = namesOfEffects(module)
    walk(module, (node) => {
      if (node.type === 'TsAsExpression') found.casts.push(path)
      if (node.type === 'CallExpression' && names.has(nameOf(node.callee))) found.effects.push(path)
    })
  }
  const problems = (['casts', 'effects'] as const).flatMap((kind) => {
    const most = Math.floor((LIMITS[kind] * lines) / 1_000)
    const paths = found[kind]
    return paths.length > most
      ? [`web: ${paths.length} ${kind}, at most ${most}: ${[...new Set(paths)].join(' ')}`]
      : []
  })
  return { seen: files.length, problems }
}

type Node = { type?: unknown; value?: unknown; property?: unknown; [part: string]: unknown }
const isNode = (part: unknown): part is Node => typeof part === 'object' && part !== null

function walk(part: unknown, visit: (node: Node) => void) {
  if (!isNode(part)) return
  visit(part)
  for (const inner of Object.values(part)) walk(inner, visit)
}

/** Name of the called function: `useEffect` or `React.useEffect`. */
const nameOf = (callee: unknown): unknown =>
  isNode(callee) ? (callee.type === 'MemberExpression' ? nameOf(callee.property) : callee.value) : undefined

/** React's effects under the names that the file imports them by. */
function namesOfEffects(module: Module) {
  const names = new Set<unknown>(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])
  for (const item of module.body)
    if (item.type === 'ImportDeclaration' && item.source.value === 'react')
      for (const one of item.specifiers)
        if (one.type === 'ImportSpecifier' && names.has(one.imported?.value)) names.add(one.local.value)
  return names
}
