import { type Check, sources } from './check.ts'

const FOLDER = 'docs/decisions'
const SOURCES = [
  '{bench,contract,db,e2e,scripts,server,switchboard,web}/**/*.{ts,tsx,mjs,css,sql,html}',
  '{docs/**/*,*}.md',
]
/** `decision 22`, also where a comment breaks its line in between. */
const NUMBER = /\bdecisions?(?:[ \t]+|\s*\n\s*(?:\*|\/\/|--)?\s*)(\d+(?:\.\d+)?)/gi
/** `decisions/0022-audit-log.md`, or the file alone beside its neighbours. */
const FILE = /\b(\d{4}-[a-z][\w-]*\.md)\b/g

/** A reason that is named can be read: each decision that a comment or a page names has its file. */
export const checkDecisions: Check = (root) => {
  const files = sources(root, `${FOLDER}/*.md`).map(({ path }) => path.slice(FOLDER.length + 1))
  const numbers = new Set(files.map((name) => String(Number(name.slice(0, 4)))))
  const named = sources(root, SOURCES).flatMap(({ path, text }) => [
    ...[...text.matchAll(NUMBER)].map((found) => ({ path, text, found, isThere: numbers.has(found[1] ?? '') })),
    ...[...text.matchAll(FILE)].map((found) => ({ path, text, found, isThere: files.includes(found[1] ?? '') })),
  ])
  const problems = named
    .filter(({ isThere }) => !isThere)
    .map(({ path, text, found }) => `${path}:${lineOf(text, found.index)} no such decision: ${found[1]}`)
  return { seen: named.length, problems }
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
