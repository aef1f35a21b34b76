import { type Check, sources } from './check.ts'

const PAGE = 'docs/specification.md'
const SENTENCES = 'docs/specification/sentences.md'
const SECURITY_PAGE = 'docs/security.md'
/** Reference to a test in a row: `path` › its name, or the constant part of it. */
const TEST = /`([^`]+\.(?:test|spec)\.tsx?)` › (.+)/
/** A sentence of the customer's text: a list item or a table row. */
const SENTENCE = /^(?:- \*\*(\d+\.\d+)\*\* (.+)|\| (\d+\.\d+) \| (.+) \|)$/
const NUMBER = /^\d+\.\d+$/
/** States without tests: not built, or nothing to test. */
const UNSHOWN = /^(not built: .+|no requirement)$/
const SHOWN = /^(whole|partly: .+)$/

type Row = { sentence: string; shownBy: string; number?: string; state?: string }

/** Every sentence of the specification has a row that quotes it in full, and every row names existing tests. */
export const checkSpecification: Check = (root) => {
  const [page] = sources(root, PAGE)
  if (!page) return { seen: 0, problems: [] }
  const rows = page.lines.filter((line) => /^\| (?!sentence |number )/.test(line)).map(rowOf)
  const tests = testFiles(root)
  const problems = rows.flatMap((row) => (UNSHOWN.test(row.state ?? '') ? [] : testProblems(row, tests)))
  return { seen: rows.length, problems: [...quotationProblems(rows, sentencesOf(root)), ...problems] }
}

function rowOf(line: string): Row {
  const parts = cells(line)
  const [number = '', sentence = '', state = '', shownBy = ''] = parts
  if (NUMBER.test(number)) return { number, sentence: sentence.replaceAll('\\|', '|'), state, shownBy }
  return { sentence: number, shownBy: sentence }
}

function testProblems({ sentence, shownBy }: Row, tests: Map<string, string>): string[] {
  return shownBy.split('<br>').flatMap((reference) => {
    const [, path = '', name = ''] = TEST.exec(reference.trim()) ?? []
    if (!path) return [`${PAGE}: “${sentence}” names no test`]
    if (!tests.has(path)) return [`${PAGE}: ${path} does not exist`]
    return unquoted(tests.get(path) ?? '').includes(unquoted(name)) ? [] : [`${PAGE}: ${path} has no test “${name}”`]
  })
}

/** Shortened, unknown, repeated and missing sentences, and invalid states. */
function quotationProblems(rows: Row[], sentences: Map<string, string>): string[] {
  const quoted = rows.flatMap(({ number, ...row }) => (number ? [{ number, ...row }] : []))
  const numbers = quoted.map(({ number }) => number)
  return [
    ...quoted.flatMap(({ number, sentence, state = '' }) => [
      ...(sentences.get(number) === sentence ? [] : [`${PAGE}: ${number} does not quote the sentence word for word`]),
      ...(SHOWN.test(state) || UNSHOWN.test(state) ? [] : [`${PAGE}: ${number} has the unknown state “${state}”`]),
    ]),
    ...numbers.flatMap((number, i) => (numbers.indexOf(number) < i ? [`${PAGE}: ${number} has two rows`] : [])),
    ...[...sentences.keys()].flatMap((number) => (numbers.includes(number) ? [] : [`${PAGE}: ${number} has no row`])),
  ]
}

const sentencesOf = (root: string) =>
  new Map(
    (sources(root, SENTENCES)[0]?.lines ?? []).flatMap((line) => {
      const [, number, sentence, rowNumber, row] = SENTENCE.exec(line) ?? []
      return [[number ?? rowNumber ?? '', sentence ?? row ?? ''] as const].filter(([found]) => found)
    }),
  )

/** Every point of the security page names existing files, and existing tests in them. */
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

/** Contents of all test files by path. */
const testFiles = (root: string) =>
  new Map(
    sources(root, '{contract,db,e2e,scripts,server,switchboard,web}/**/*.{test,spec}.{ts,tsx}').map(
      ({ path, text }) => [path, text],
    ),
  )

const cells = (row: string) => row.replace(/^\| /, '').replace(/ \|$/, '').split(' | ')

/** An apostrophe in a name may be escaped in the source. */
const unquoted = (text: string) => text.replaceAll("\\'", "'").trim()
