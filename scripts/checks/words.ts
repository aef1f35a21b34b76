import { type Check, type Source, sources } from './check.ts'

/** Folders of code. */
const rooms = ['contract', 'server', 'switchboard', 'web', 'e2e', 'bench', 'db', 'scripts']
const FILES = /\.(ts|tsx|mjs|css)$/
/** Vague pronouns and archaic words; docs/conventions.md names the alternatives. */
const RIDDLES = /\b(whoever|whomever|somebody|nobody|told|anew|so many|of which)\b/i
/** Interface texts in tests, and their keys. */
const TEXT = /\bt\('\w+'\)|ByText\(.*\)/g
/** Interface texts, except the specimens of the page of design pieces, which e2e/pictures show. */
const CATALOGUES = 'locales/en/*.json'
const SPECIMENS = 'locales/en/typography.json'
/** Keys of texts, which the code names. */
const KEY = /^\s*"[^"]+":/g
/** Documentation pages, except a generated one and the customer's own text. */
const PAGES = ['README.md', 'docs/**/*.md']
const NOT_OURS = ['docs/access.md', 'docs/specification/sentences.md']
/** Quotations on a page: numbered sentences of the specification, test titles, words in italics. */
const QUOTED = /^\| \d+\.\d+ \| .+? \| (?=whole|partly|not built|no requirement)|› (?:(?!; `)[^|<])+|\*\w[\w ]*\*/g

/** Code, comments, docs and the English interface use plain English (docs/conventions.md). */
export const checkWords: Check = (root) => {
  const code = sources(
    root,
    rooms.map((room) => `${room}/**/*`),
  ).filter(({ path }) => FILES.test(path) && path !== 'scripts/checks/words.ts')
  const pages = sources(root, PAGES).filter(({ path }) => !NOT_OURS.includes(path))
  const catalogues = sources(root, CATALOGUES).filter(({ path }) => path !== SPECIMENS)
  return {
    seen: code.length + pages.length + catalogues.length,
    problems: [...riddles(code, TEXT), ...riddles(pages, QUOTED), ...riddles(catalogues, KEY)],
  }
}

const riddles = (files: Source[], quoted: RegExp) =>
  files.flatMap(({ path, lines }) =>
    lines.flatMap((line, i) => {
      const word = RIDDLES.exec(line.replaceAll(quoted, ''))?.[0]
      return word ? [`${path}:${i + 1} "${word}" is a riddle; name the person or the number: ${line.trim()}`] : []
    }),
  )
