import { type Check, type Source, sources } from './check.ts'

const FOLDER = 'docs/decisions'
const INDEX = `${FOLDER}/README.md`
const HEADINGS = ['Context', 'Decision', 'Consequences', 'Status']
const STATUS = /^## Status\s+(Accepted|Superseded by \[?\d+)/m
const SOURCES = [
  '{bench,contract,db,e2e,scripts,server,switchboard,web}/**/*.{ts,tsx,mjs,css,sql,html}',
  '{docs/**/*,*}.md',
]
/** Matches `decision 22`, also across a line break in a comment. */
const NUMBER = /\bdecisions?(?:[ \t]+|\s*\n\s*(?:\*|\/\/|--)?\s*)(\d+(?:\.\d+)?)/gi
/** Matches `decisions/0022-audit-log.md`, or only the file name, as used between decisions. */
const FILE = /\b(\d{4}-[a-z][\w-]*\.md)\b/g

const nameOf = ({ path }: Source) => path.slice(FOLDER.length + 1)

/** Every decision has the four headings and a row in the index, and every decision named in comments or docs exists. */
export const checkDecisions: Check = (root) => {
  const decisions = sources(root, `${FOLDER}/[0-9]*.md`)
  const files = decisions.map(nameOf)
  const numbers = new Set(files.map((name) => String(Number(name.slice(0, 4)))))
  const named = sources(root, SOURCES).flatMap(({ path, text }) => [
    ...[...text.matchAll(NUMBER)].map((found) => ({ path, text, found, isThere: numbers.has(found[1] ?? '') })),
    ...[...text.matchAll(FILE)].map((found) => ({ path, text, found, isThere: files.includes(found[1] ?? '') })),
  ])
  const missing = named
    .filter(({ isThere }) => !isThere)
    .map(({ path, text, found }) => `${path}:${lineOf(text, found.index)} no such decision: ${found[1]}`)
  const index = sources(root, INDEX)[0]?.text ?? ''
  return { seen: named.length, problems: [...missing, ...decisions.flatMap((decision) => formOf(decision, index))] }
}

/** Headings and index row that a decision lacks. */
function formOf(decision: Source, index: string): string[] {
  const { path, text, lines } = decision
  const title = new RegExp(`^# ${Number(nameOf(decision).slice(0, 4))}\\. (.+)`).exec(lines[0] ?? '')?.[1]
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
  return [
    ...(title ? [] : [`${path}: the first line is not “# number. title”`]),
    ...(headings.join() === HEADINGS.join() ? [] : [`${path}: its headings are not ${HEADINGS.join(', ')}`]),
    ...(STATUS.test(text) ? [] : [`${path}: its status is neither Accepted nor Superseded by a number`]),
    ...(index.includes(`](${nameOf(decision)}) | ${title} | `) ? [] : [`${path}: ${INDEX} has no row with its title`]),
  ]
}

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length
