/** Selects tests by the arguments of `npm test -- <word …>`, and for `npm run test:changed`. */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { root } from '../node.mjs'

const partNames = ['Check', 'Server', 'Web', 'Journeys']
const folders = ['contract', 'server', 'db', 'scripts', 'switchboard', 'web', 'e2e']
const isTest = (path) => /\.test\.tsx?$/.test(path) || /^e2e\/.*\.spec\.ts$/.test(path)
const partOf = (path) => (path.startsWith('e2e/') ? 'Journeys' : path.startsWith('web/') ? 'Web' : 'Server')

/** All test files, as paths from the repository's root. */
export const listTests = () =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((path) => `${folder}/${path.split(sep).join('/')}`)
      .filter(isTest),
  )

/**
 * The parts to run, each with its test files; an empty list means the whole part. A word is a part ("web"), a path
 * ("server/features/leads", "e2e/calls.spec.ts") or a feature ("leads"). Throws if a word matches no test.
 */
export function selectTests(words, tests = listTests()) {
  if (words.length === 0) return new Map(partNames.map((part) => [part, []]))
  const whole = new Set()
  const files = new Set()
  for (const word of words) {
    const part = partNames.find((name) => name.toLowerCase() === word.toLowerCase())
    if (part) whole.add(part)
    else for (const file of testsNamed(word, tests)) files.add(file)
  }
  const selected = partNames.map((part) => [
    part,
    whole.has(part) ? [] : [...files].filter((file) => partOf(file) === part),
  ])
  return new Map(selected.filter(([part, list]) => whole.has(part) || list.length > 0))
}

function testsNamed(word, tests) {
  const found = existsSync(resolve(root, word)) ? testsAt(word, tests) : tests.filter((path) => isOfFeature(path, word))
  if (found.length > 0) return found
  throw new Error(
    `No test belongs to "${word}". Give a part (${partNames.join(', ')}), a path or the name of a feature.`,
  )
}

/** Tests in this folder, this test itself, or those next to this source file. */
function testsAt(word, tests) {
  const path = relative(root, resolve(root, word)).split(sep).join('/')
  if (isTest(path)) return [path]
  const folder = statSync(join(root, path)).isDirectory() ? path : dirname(path)
  return tests.filter((test) => test.startsWith(`${folder}/`))
}

const isOfFeature = (path, name) => path.split('/').slice(0, -1).includes(name) || basename(path).split('.')[0] === name

/** Tests in the folders of files changed since the last commit, or in a clean tree since the previous one. */
export function selectChanged(changed = changedFiles(), tests = listTests()) {
  const words = changed.flatMap((path) => {
    if (isTest(path)) return [path]
    const [, folders = '', file] = /^(?:contract|locales\/\w+)\/((?:[\w-]+\/)*)([\w-]+)\.(?:ts|json)$/.exec(path) ?? []
    if (file) {
      const names = [file, ...folders.split('/').reverse()]
      return names.filter((name) => tests.some((test) => isOfFeature(test, name))).slice(0, 1)
    }
    const folder = dirname(path)
    return tests.some((test) => test.startsWith(`${folder}/`)) && folder !== '.' ? [folder] : []
  })
  return words.length > 0 ? selectTests([...new Set(words)], tests) : new Map()
}

function changedFiles() {
  const git = (...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((path) => path !== '')
  const uncommitted = [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')]
  const files = uncommitted.length > 0 ? uncommitted : git('diff', '--name-only', 'HEAD~1', 'HEAD')
  return files.filter((path) => existsSync(join(root, path)))
}
