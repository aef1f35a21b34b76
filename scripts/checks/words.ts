import { type Check, type Source, sources } from './check.ts'

/** Folders of code. */
const rooms = ['contract', 'server', 'switchboard', 'web', 'e2e', 'bench', 'db', 'scripts']
const FILES = /\.(ts|tsx|mjs|css)$/
/** Riddles of who and how many, and words of another century: docs/conventions.md names what to write instead. */
const RIDDLES = /\b(whoever|whomever|somebody|nobody|told|anew|so many|of which)\b/i
/** Texts of the interface in tests, and their keys. */
const TEXT = /\bt\('\w+'\)|ByText\(.*\)/g
/** Texts of the interface; those of the page of design pieces are specimens that e2e/pictures show. */
const CATALOGUES = 'locales/en/*.json'
const SPECIMENS = 'locales/en/typography.json'
/** The key of a text, which code names. */
const KEY = /^\s*"[^"]+":/g
/** The pages of the documentation; one is written by a test, and one is the customer's own text. */
const PAGES = ['README.md', 'docs/**/*.md']
const NOT_OURS = ['docs/access.md', 'docs/specification/sentences.md']
/** What a page quotes: a sentence of the specification with its number, the title of a test, a word in italics. */
const QUOTED = /^\| \d+\.\d+ \| .+? \| (?=whole|partly|not built|no requirement)|› (?:(?!; `)[^|<])+|\*\w[\w ]*\*/g

/** Code, comments, pages and the English interface are written in the field's plain English (docs/conventions.md). */
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
