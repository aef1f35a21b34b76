import { type Check, sources } from './check.ts'

const PAGE = 'docs/specification.md'
const SECURITY_PAGE = 'docs/security.md'
/** How a row names a test: `path` › its name, or the part of it that does not vary. */
const TEST = /`([^`]+\.(?:test|spec)\.tsx?)` › (.+)/

/** Every row of the specification's table names tests, and each of them is where it says. */
export const checkSpecification: Check = (root) => {
  const [page] = sources(root, PAGE)
  if (!page) return { seen: 0, problems: [] }
  const tests = testFiles(root)
  const rows = page.text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| sentence '))
  const problems = rows.flatMap((row) => {
    const [sentence = '', shownBy = ''] = cells(row)
    return shownBy.split('<br>').flatMap((reference) => {
      const [, path = '', name = ''] = TEST.exec(reference.trim()) ?? []
      if (!path) return [`${PAGE}: “${sentence}” names no test`]
      if (!tests.has(path)) return [`${PAGE}: ${path} does not exist`]
      return unquoted(tests.get(path) ?? '').includes(unquoted(name)) ? [] : [`${PAGE}: ${path} has no test “${name}”`]
    })
  })
  return { seen: rows.length, problems }
}

/** Each point of the security page names files that exist, and where it names a test, one of that file. */
export const checkSecurityPage: Check = (root) => {
  const [page] = sources(root, SECURITY_PAGE)
  const tests = testFiles(root)
  const named = [...(page?.text ?? '').matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`(?: › ([^|;\n]+))?/g)]
  const problems = named.flatMap(([, path = '', name = '']) => {
    if (!tests.has(path)) return [`${SECURITY_PAGE}: ${path} does not exist`]
    return unquoted(tests.get(path) ?? '').includes(name.trim())
      ? []
      : [`${SECURITY_PAGE}: ${path} has no test “${name.trim()}”`]
  })
  return { seen: named.length, problems }
}

/** Text of every test file by its path. */
const testFiles = (root: string) =>
  new Map(
    sources(root, '{contract,db,e2e,scripts,server,switchboard,web}/**/*.{test,spec}.{ts,tsx}').map(
      ({ path, text }) => [path, text],
    ),
  )

const cells = (row: string) => row.replace(/^\| /, '').replace(/ \|$/, '').split(' | ')

/** An apostrophe in a name may be escaped in the source. */
const unquoted = (text: string) => text.replaceAll("\\'", "'").trim()
