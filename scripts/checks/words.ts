import { type Check, sources } from './check.ts'

/** Rooms whose language has been put in order; a room is added here when it is done. */
const rooms = [
  'contract',
  'bench',
  'db/demo',
  'scripts',
  'server/platform',
  'server/providers',
  'web/app',
  'web/lib',
  'web/shared',
  'web/ui',
]
const features = ['dashboard', 'forms', 'leads', 'operations', 'statuses']
const FILES = /\.(ts|tsx|mjs|css)$/
/** Riddles of who and how many, and words of another century: docs/conventions.md names what to write instead. */
const RIDDLES = /\b(whoever|whomever|somebody|nobody|told|anew|so many|of which)\b/i
/** Texts of the interface in tests, and their keys. */
const TEXT = /\bt\('\w+'\)|ByText\(.*\)/g

/** Code and comments are written in the field's plain English (docs/conventions.md). */
export const checkWords: Check = (root) => {
  const folders = [...rooms, ...['server', 'web'].flatMap((side) => features.map((name) => `${side}/features/${name}`))]
  const files = sources(
    root,
    folders.map((folder) => `${folder}/**/*`),
  ).filter(({ path }) => FILES.test(path) && path !== 'scripts/checks/words.ts')
  return {
    seen: files.length,
    problems: files.flatMap(({ path, lines }) =>
      lines.flatMap((line, i) => {
        const word = RIDDLES.exec(line.replaceAll(TEXT, ''))?.[0]
        return word ? [`${path}:${i + 1} "${word}" is a riddle; name the person or the number: ${line.trim()}`] : []
      }),
    ),
  }
}
