import { globSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type Check, sources } from './check.ts'

const ROLES = ['routes', 'service', 'queries', 'rules', 'jobs', 'sql', 'presenter', 'cache', 'manifest', 'samples']
const TESTS = /\.test\.ts$/

/** On the server the suffix after the dot is a role; anything else belongs in the file or folder name. */
export const checkRoles: Check = (root) => {
  const files = sources(root, 'server/**/*.ts').filter(({ path }) => !TESTS.test(path))
  const problems = files.flatMap(({ path }) => {
    const [, ...roles] = basename(path, '.ts').split('.')
    return roles.length === 0 || (roles.length === 1 && ROLES.includes(roles[0] ?? ''))
      ? []
      : [`${path}: .${roles.join('.')} is not one of the roles ${ROLES.join(', ')}`]
  })
  return { seen: files.length, problems }
}

const MOST_ENTRIES = 30
/** Folders that grow with each feature, decision, migration or picture. */
const GROWING = /^(contract|server\/features|web\/features|locales\/(he|en)|docs(\/.*)?|db\/migrations|e2e\/pictures)$/
const TREES = ['contract', 'server', 'switchboard', 'db', 'web', 'e2e', 'bench', 'scripts', 'docs', 'locales']

/** A folder with more entries than a screen shows is split by meaning. */
export const checkFolders: Check = (root) => {
  const entries = new Map<string, number>()
  for (const path of globSync(
    TREES.map((tree) => `${tree}/**/*`),
    { cwd: root },
  )) {
    entries.set(dirname(path), (entries.get(dirname(path)) ?? 0) + 1)
  }
  const problems = [...entries]
    .filter(([folder, count]) => count > MOST_ENTRIES && !GROWING.test(folder))
    .map(([folder, count]) => `${folder}: ${count} entries, at most ${MOST_ENTRIES}`)
  return { seen: entries.size, problems }
}
