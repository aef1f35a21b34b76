import { execFile } from 'node:child_process'
import { copyFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planted, problems } from '../testing/planted-tree.ts'
import { checkDecisions } from './decisions.ts'
import { checkColours, checkDirections } from './directions.ts'
import { checkFigures } from './figures.ts'
import { checkImports } from './imports.ts'
import { checkEnvironment, checkLockFile, checkMachinePaths } from './places.ts'
import { checkQueries, checkStatements } from './queries.ts'
import { checkFolders, checkRoles } from './rooms.ts'
import { checkSecurityPage, checkSpecification } from './specification.ts'
import { checkTokens } from './tokens.ts'
import { checkWords } from './words.ts'

/* Each check finds the violation planted for it and nothing else; for tables see policies.test.ts, db-types.test.ts. */

const here = join(import.meta.dirname, '..', '..')
const importing = (path: string) => `import { x } from '${path}'\nexport const y = x\n`
const X = 'export const x = 1\n'

/** Runs a program of the project on a tree, with its own configuration; resolves to its output, '' on success. */
function outputOf(program: string, args: string[], root: string): Promise<string> {
  return new Promise((done) => {
    execFile(process.execPath, [join(here, 'node_modules', program), ...args], { cwd: root }, (error, out, err) => {
      done(error ? out + err : '')
    })
  })
}

describe('direction of imports', () => {
  test.each([
    ['contract-knows-zod-alone', 'contract/a.ts', '../server/b.ts', 'server/b.ts'],
    ['contract-knows-zod-alone', 'contract/a.ts', 'node:fs', 'contract/b.ts'],
    ['server-knows-no-web', 'server/features/a/a.service.ts', '../../../web/b.ts', 'web/b.ts'],
    ['platform-knows-no-business', 'server/platform/a.ts', '../features/b/b.rules.ts', 'server/features/b/b.rules.ts'],
    ['platform-knows-no-business', 'server/platform/a.ts', '../providers/b.ts', 'server/providers/b.ts'],
    ['providers-know-no-feature', 'server/providers/a.ts', '../features/b/b.rules.ts', 'server/features/b/b.rules.ts'],
    ['features-know-no-app', 'server/features/a/a.routes.ts', '../../app.ts', 'server/app.ts'],
    [
      'queries-and-routes-stay-home',
      'server/features/a/a.service.ts',
      '../b/b.queries.ts',
      'server/features/b/b.queries.ts',
    ],
    [
      'rooms-keep-their-statements',
      'server/features/leads/list/a.service.ts',
      '../change/b.queries.ts',
      'server/features/leads/change/b.queries.ts',
    ],
    [
      'rooms-keep-their-statements',
      'server/features/leads/leads.service.ts',
      './list/b.sql.ts',
      'server/features/leads/list/b.sql.ts',
    ],
    [
      'rooms-keep-their-statements',
      'server/features/calls/test-calls/a.service.ts',
      '../hooks/b.queries.ts',
      'server/features/calls/hooks/b.queries.ts',
    ],
    ['tests-stay-outside', 'server/features/a/a.service.ts', './a.test.ts', 'server/features/a/a.test.ts'],
    ['the-agent-shares-no-code', 'switchboard/testing/sip-agent.ts', '../sip/parse.ts', 'switchboard/sip/parse.ts'],
    ['the-agent-shares-no-code', 'switchboard/testing/agent-media.ts', './sound.ts', 'switchboard/testing/sound.ts'],
    ['web-knows-no-server', 'web/lib/a.ts', '../../server/b.ts', 'server/b.ts'],
    ['web-takes-one-feature-of-the-contract', 'web/lib/a.ts', '../../contract/index.ts', 'contract/index.ts'],
    ['web-pieces-know-no-feature', 'web/ui/a.tsx', '../features/b/b.tsx', 'web/features/b/b.tsx'],
    ['web-pieces-know-no-feature', 'web/shared/a.tsx', '../features/b/b.tsx', 'web/features/b/b.tsx'],
    ['web-lib-and-ui-know-no-business-piece', 'web/ui/a.tsx', '../shared/b.tsx', 'web/shared/b.tsx'],
    ['web-lib-knows-no-ui', 'web/lib/a.ts', '../ui/b.tsx', 'web/ui/b.tsx'],
    ['web-features-know-no-app', 'web/features/a/a.tsx', '../../app/b.tsx', 'web/app/b.tsx'],
    ['web-features-do-not-mix', 'web/features/a/a.tsx', '../b/b.tsx', 'web/features/b/b.tsx'],
    ['nothing-unresolved', 'server/a.ts', './nowhere.ts', 'server/b.ts'],
  ])('%s: %s imports %s', async (rule, from, to, target) => {
    const found = await problems(checkImports, { [from]: importing(to), [target]: X })
    expect(found).toEqual([expect.stringMatching(new RegExp(`^${from} → .+: ${rule}$`))])
  })

  test('circles', async () => {
    const found = await problems(checkImports, {
      'server/a.ts': importing('./b.ts'),
      'server/b.ts': importing('./a.ts'),
    })
    expect(found).toEqual([expect.stringContaining('no-circles')])
  })

  test('server features in a circle, by other files and types', async () => {
    const found = await problems(checkImports, {
      'server/features/a/a.service.ts': importing('../b/b.rules.ts'),
      'server/features/b/b.rules.ts': X,
      'server/features/b/b.service.ts': `import type { Y } from '../a/a.rules.ts'\nexport type Z = Y\n`,
      'server/features/a/a.rules.ts': 'export type Y = 1\n',
    })
    expect(found).toEqual(['a → b → a: features-in-a-circle'])
  })

  test('longer circles of server features', async () => {
    const found = await problems(checkImports, {
      'server/features/a/a.service.ts': importing('../c/c.rules.ts'),
      'server/features/c/c.service.ts': importing('../b/b.rules.ts'),
      'server/features/c/c.rules.ts': X,
      'server/features/b/b.service.ts': importing('../a/a.rules.ts'),
      'server/features/b/b.rules.ts': X,
      'server/features/a/a.rules.ts': X,
      'server/features/d/d.service.ts': importing('../a/a.service.ts'),
    })
    expect(found).toEqual(['a → c → b → a: features-in-a-circle'])
  })

  test('circles of types in the web', async () => {
    const type = (path: string) => `import type { X } from '${path}'\nexport type Y = X\n`
    const found = await problems(checkImports, { 'web/a.ts': type('./b.ts'), 'web/b.ts': type('./a.ts') })
    expect(found).toContainEqual(expect.stringContaining('web-has-no-circles'))
  })

  test('what is allowed passes, types and tests included', async () => {
    const found = await problems(checkImports, {
      'server/app.ts': importing('./features/a/a.routes.ts'),
      'server/features/a/a.routes.ts': importing('./a.queries.ts'),
      'server/features/a/a.queries.ts': importing('../b/b.service.ts'),
      'server/features/a/a.test.ts': importing('../../app.ts'),
      'server/features/b/b.service.ts': importing('../../platform/c.ts'),
      'server/platform/c.ts': X,
    })
    expect(found).toEqual([])
  })

  test('an empty tree has not passed', async () => {
    expect(await checkImports(planted({ 'README.md': '' }))).toEqual({ seen: 0, problems: [] })
  })
})

test('SQL outside of queries', async () => {
  const text = "import { type RawBuilder, sql } from 'kysely'\nexport const x = sql`select 1`\n"
  const files = Object.fromEntries(
    ['a.queries.ts', 'a.test.ts', 'a.sql.ts', 'a.jobs.ts'].map((name) => [`server/features/a/${name}`, text]),
  )
  expect(await problems(checkStatements, files)).toEqual([
    expect.stringMatching(/^server\/features\/a\/a\.jobs\.ts:1 belongs into queries/),
  ])
})

describe('second parameter of queries', () => {
  const query = (text: string) =>
    problems(checkQueries, { 'server/features/a/a.queries.ts': `type Db = object\n${text}` })

  test.each([
    ['export const findA = (db: Db, id: string) => [db, id]'],
    ['export async function findA(db: Db, { businessId }: { businessId: string }) { return [db, businessId] }'],
    ['export const listAs = async (db: Db) => db'],
  ])('is missed: %s', async (text) => {
    expect(await query(text)).toEqual([
      expect.stringMatching(/a\.queries\.ts (findA|listAs): the second parameter must be businessId/),
    ])
  })

  test.each([
    ['export const findA = (db: Db, businessId: string, id: string) => [db, businessId, id]'],
    ['export async function findA(db: Db, businessId: string) { return [db, businessId] }'],
    ['const helper = (id: string) => id\nexport const A_MAX = 3\nexport type A = ReturnType<typeof helper>'],
  ])('is there: %s', async (text) => {
    expect(await query(text)).toEqual([])
  })
})

describe('styles', () => {
  test.each([
    ['web/a.module.css', '.a { margin-left: 1rem }'],
    ['web/a.module.css', '.a { border-top-right-radius: 4px }'],
    ['web/a.module.css', '.a {\n  left: 0;\n}'],
    ['web/a.module.css', '.a {\n  text-align: right;\n}'],
    ['web/a.tsx', '<Box ml="sm" />'],
    ['web/a.tsx', '<Box style={{ paddingRight: 4 }} />'],
    ['web/a.tsx', '<Text ta="left" />'],
  ])('that name a side are seen: %s %s', async (path, text) => {
    expect(await problems(checkDirections, { [path]: text })).toHaveLength(1)
  })

  test('that speak of start and end, or say why not, pass', async () => {
    const css =
      ".a { margin-inline-start: 1rem }\n:global(html[dir='rtl']) .b {\n  text-align: right;\n}\n.c { left: 0 } /* physical: the notch */"
    expect(await problems(checkDirections, { 'web/a.module.css': css, 'web/a.tsx': '<Box ms="sm" />' })).toEqual([])
  })

  test('with a colour of their own are seen', async () => {
    expect(
      await problems(checkColours, { 'web/a.module.css': '.a { color: #f5f5f9 }', 'web/b.tsx': '<Box c="#fff" />' }),
    ).toHaveLength(2)
    expect(
      await problems(checkColours, { 'web/b.tsx': 'import { a } from \'#contract/a.ts\'\n<Box c="dimmed" />' }),
    ).toEqual([])
  })

  test('with a custom property that nothing defines are seen', async () => {
    const theme = ':root { --line: #e9e9f0 }'
    const style =
      '.a { color: var(--line) }\n.b { color: var(--canvas, var(--line)); height: var(--mantine-spacing-md) }'
    expect(await problems(checkTokens, { 'web/theme.css': theme, 'web/a.module.css': style })).toEqual([
      'web/a.module.css:2 --canvas is not defined',
    ])
  })
})

describe('places', () => {
  test('a path of one machine is seen', async () => {
    const path = ['', 'home', 'ann', 'leadline'].join('/')
    expect(await problems(checkMachinePaths, { 'docs/a.md': `Look in ${path}` })).toHaveLength(1)
  })

  test('the environment is read in one place', async () => {
    const text = 'export const port = process.env.PORT'
    expect(await problems(checkEnvironment, { 'server/platform/a.ts': text, 'server/env.ts': text })).toEqual([
      expect.stringContaining('server/platform/a.ts:1'),
    ])
  })

  test('an address of a registry in the lock file is seen, and a package missing on another system', async () => {
    const lock = (packages: object) => ({ 'package-lock.json': JSON.stringify({ packages }, null, 2) })
    expect(
      await problems(
        checkLockFile,
        lock({ 'node_modules/a': { version: '1.0.0', resolved: 'https://example.com/a.tgz' } }),
      ),
    ).toHaveLength(1)
    expect(
      await problems(
        checkLockFile,
        lock({ 'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-mac': '1.0.0' } } }),
      ),
    ).toEqual([expect.stringContaining('a-mac')])
    expect(await problems(checkLockFile, lock({ 'node_modules/a': { version: '1.0.0' } }))).toEqual([])
  })
})

describe('the table of the specification', () => {
  const page = (shownBy: string) => `| sentence | shown by |\n|---|---|\n| A name has two letters | ${shownBy} |\n`
  const tests = { 'server/a.test.ts': "test('a name of one letter isn\\'t one', () => {})" }

  test.each([
    ['no test at all', 'seen by eye'],
    ['a file that does not exist', '`server/b.test.ts` › a name of one letter'],
    ['a title that no test has', '`server/a.test.ts` › a name of two letters'],
    ['one of two', "`server/a.test.ts` › a name of one letter isn't one<br>`web/b.test.tsx` › gone"],
  ])('with %s is seen', async (_what, shownBy) => {
    expect(await problems(checkSpecification, { 'docs/specification.md': page(shownBy), ...tests })).toHaveLength(1)
  })

  test('with tests that exist passes', async () => {
    const files = { 'docs/specification.md': page("`server/a.test.ts` › a name of one letter isn't one"), ...tests }
    expect(await problems(checkSpecification, files)).toEqual([])
  })
})

describe('a quotation of the specification', () => {
  const sentences = '- **5.3** A name has two letters, at least.\n\n| 5.4 | /a | b | c | login |\n'
  const shownBy = '`server/a.test.ts` › a name of one letter'
  const table = (...rows: string[]) =>
    `| number | sentence | state | shown by |\n|---|---|---|---|\n${rows.join('\n')}\n`
  const [name, route] = [
    `| 5.3 | A name has two letters, at least. | whole | ${shownBy} |`,
    `| 5.4 | /a \\| b \\| c \\| login | partly: only b | ${shownBy} |`,
  ]
  const problemsOf = (page: string) =>
    problems(checkSpecification, {
      'docs/specification.md': page,
      'docs/specification/sentences.md': sentences,
      'server/a.test.ts': "test('a name of one letter', () => {})",
    })

  test.each([
    ['shortened', table(name.replace(', at least', ''), route), '5.3 does not quote the sentence word for word'],
    ['missing', table(route), '5.3 has no row'],
    ['unknown', table(name, route, name.replace('5.3', '5.9')), '5.9 does not quote the sentence word for word'],
    ['twice', table(name, name, route), '5.3 has two rows'],
    ['in no known state', table(name.replace('whole', 'nearly'), route), '5.3 has the unknown state “nearly”'],
    [
      'whole without a test',
      table(name.replace(shownBy, '—'), route),
      '“A name has two letters, at least.” names no test',
    ],
  ])('that is %s is seen', async (_what, page, problem) => {
    expect(await problemsOf(page)).toEqual([`docs/specification.md: ${problem}`])
  })

  test('that is whole passes, and one that is not built needs no test', async () => {
    expect(await problemsOf(table(name, route))).toEqual([])
    expect(await problemsOf(table(name.replace('whole', 'not built: names').replace(shownBy, '—'), route))).toEqual([])
  })
})

describe('a point of the security page', () => {
  const tests = { 'server/a.test.ts': "test('a stranger is refused', () => {})" }
  const page = (how: string) => ({ 'docs/security.md': `| 6.3.1 | met | ${how} |`, ...tests })

  test.each([
    ['a file that is gone', '`server/b.test.ts`'],
    ['a test that is gone', '`server/a.test.ts` › a stranger is let in'],
  ])('that names %s is seen', async (_, how) => {
    expect(await problems(checkSecurityPage, page(how))).toHaveLength(1)
  })

  test('that names a file, or a test of it, passes', async () => {
    const how = '`server/a.test.ts`; `server/a.test.ts` › a stranger is refused'
    expect(await problems(checkSecurityPage, page(how))).toEqual([])
  })
})

describe('decisions', () => {
  const whole = '# 22. The audit log\n\n## Context\n\n## Decision\n\n## Consequences\n\n## Status\n\nAccepted\n'
  const row = '| [22](0022-audit-log.md) | The audit log | Accepted |\n'
  const there = { 'docs/decisions/0022-audit-log.md': whole, 'docs/decisions/README.md': row }
  /** Built from parts, so that this file names no decision itself. */
  const decision = (rest: string) => `decision${rest}`

  test.each([
    ['server/a.ts', `/** Thirty days (${decision(' 14')}). */`, '14'],
    ['web/a.tsx', `// As ${decision('s 0.3')} say it.`, '0.3'],
    ['contract/a.ts', `/**\n * By what is said in ${decision('s')}\n * 7, and no other way.\n */`, '7'],
    ['db/migrations/a.sql', `-- See docs/${decision('s/0022')}-audit.md`, '0022-audit' + '.md'],
    ['docs/architecture.md', `[${decision(' 22')}](${decision('s/0023')}-privacy.md)`, '0023-privacy.md'],
    [
      'docs/decisions/0022-audit-log.md',
      whole.replace('## Decision', `As in [${decision(' 9')}](0022-audit-log.md)\n\n## Decision`),
      '9',
    ],
  ])('that have no file are seen in %s: %s', async (path, text, name) => {
    expect(await problems(checkDecisions, { ...there, [path]: text })).toEqual([
      expect.stringMatching(new RegExp(`^${path}:\\d no such decision: ${name}$`)),
    ])
  })

  test('that have one pass', async () => {
    const text = `/** ${decision(' 22')}, docs/${decision('s/0022')}-audit-log.md */\n${decision('s')} * 7`
    expect(await problems(checkDecisions, { ...there, 'server/a.ts': text })).toEqual([])
  })

  test.each([
    ['a heading that is missing', { 'docs/decisions/0022-audit-log.md': whole.replace('## Context\n\n', '') }],
    ['a heading too many', { 'docs/decisions/0022-audit-log.md': `${whole}\n## Why\n` }],
    ['another number in its title', { 'docs/decisions/0022-audit-log.md': whole.replace('# 22.', '# 22') }],
    ['a status that is none', { 'docs/decisions/0022-audit-log.md': whole.replace('Accepted', 'Perhaps') }],
    ['no row in the index', { 'docs/decisions/README.md': '' }],
  ])('with %s are seen', async (_what, changes) => {
    expect(await problems(checkDecisions, { ...there, ...changes })).not.toEqual([])
  })
})

describe('size and lint', () => {
  const lint = (path: string, text: string) => {
    const root = planted({ [path]: text })
    copyFileSync(join(here, 'biome.json'), join(root, 'biome.json'))
    return outputOf('@biomejs/biome/bin/biome', ['lint', '--colors=off', '.'], root)
  }
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `  console.log(${i})`).join('\n')

  test.each([
    ['noExcessiveLinesPerFile', 'server/a.ts', `${lines(301)}\n`],
    ['noExcessiveLinesPerFile', 'server/a.test.ts', `${lines(501)}\n`],
    ['noExcessiveLinesPerFunction', 'server/a.ts', `export function a() {\n${lines(61)}\n}\n`],
    ['noExcessiveLinesPerFunction', 'web/a.tsx', `export function A() {\n${lines(201)}\n}\n`],
    ['useMaxParams', 'server/a.ts', 'export const a = (b: 1, c: 1, d: 1, e: 1, f: 1) => [b, c, d, e, f]\n'],
    ['noExplicitAny', 'server/a.ts', 'export const a: any = 1\n'],
    ['noTsIgnore', 'server/a.ts', '// @ts-ignore\nexport const a: string = 1\n'],
    ['noUnusedImports', 'server/a.ts', "import { b } from './b.ts'\nexport const a = 1\n"],
    ['noBarrelFile', 'server/a.ts', "export * from './b.ts'\n"],
    ['useFilenamingConvention', 'server/fileName.ts', X],
  ])('%s is seen in %s', async (rule, path, text) => {
    expect(await lint(path, text)).toContain(rule)
  })

  test('what is within the limits passes', async () => {
    expect(await lint('server/a.ts', `${lines(300)}\n`)).toBe('')
    expect(await lint('server/a.ts', `export function a() {\n${lines(60)}\n}\n`)).toBe('')
  })
})

describe('unused code', () => {
  const knip = (files: Record<string, string>) => {
    const root = planted({
      'package.json': '{ "name": "planted", "type": "module" }',
      'server/main.ts': importing('./used.ts'),
      'server/used.ts': X,
      ...files,
    })
    copyFileSync(join(here, 'knip.json'), join(root, 'knip.json'))
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
    return outputOf(
      'knip/bin/knip.js',
      ['--no-progress', '--no-config-hints', '--include', 'files,exports,types,dependencies'],
      root,
    )
  }

  test('an unused file, export and package are seen', async () => {
    expect(await knip({})).toBe('')
    expect(await knip({ 'server/planted.ts': X })).toContain('server/planted.ts')
    expect(await knip({ 'server/used.ts': `${X}export const planted = 2\n` })).toContain('planted')
    expect(
      await knip({ 'package.json': '{ "name": "planted", "type": "module", "dependencies": { "zod": "^4.0.0" } }' }),
    ).toContain('zod')
  })
})

/** Built from two parts, so that this file passes its own check. */
const RIDDLE = `// ${'Who'}ever asks is shown it.\n`
test('a riddle in code is seen, and a key or a text of the interface is not', async () => {
  const path = 'web/ui/row.tsx'
  expect(await problems(checkWords, { [path]: RIDDLE })).toHaveLength(1)
  expect(await problems(checkWords, { [path]: "const text = t('nobody')\n" })).toEqual([])
  expect(await problems(checkWords, { 'examples/row.ts': RIDDLE })).toEqual([])
})

test('a riddle in an English text of the interface is seen, and its key or a Hebrew text is not', async () => {
  const catalogue = (key: string, text: string) => `{\n  "${key}": "${text}"\n}\n`
  expect(await problems(checkWords, { 'locales/en/a.json': catalogue('none', `${'No'}body is here`) })).toHaveLength(1)
  expect(await problems(checkWords, { 'locales/en/a.json': catalogue(`${'no'}body`, 'Unassigned') })).toEqual([])
  expect(await problems(checkWords, { 'locales/he/a.json': catalogue('none', `${'No'}body is here`) })).toEqual([])
})

test('a riddle in a page is seen, and one in a quoted sentence, title or word is not', async () => {
  const word = RIDDLE.slice(3, 10)
  const page = (text: string) => problems(checkWords, { 'docs/a.md': text })
  expect(await page(`A call rings ${word} answers.\n`)).toHaveLength(1)
  expect(await page(`| 5.3 | A name | partly: for ${word} asks | \`server/a.test.ts\` › a name |\n`)).toHaveLength(1)
  expect(await page(`| 5.3 | ${word} asks | whole | \`server/a.test.ts\` › ${word}; asks |\n`)).toEqual([])
  expect(await page(`A check refuses *${word}*.\n`)).toEqual([])
  expect(await problems(checkWords, { 'docs/access.md': RIDDLE })).toEqual([])
})

test('a role that is not one of the eight is seen, and a name without a role is not', async () => {
  expect(await problems(checkRoles, { 'server/features/a/a.looker.ts': X })).toHaveLength(1)
  expect(await problems(checkRoles, { 'server/features/a/a.rules.ts': X, 'server/features/a/token.ts': X })).toEqual([])
})

test('a folder with more than 30 entries is seen, sub-folders counting as one', async () => {
  const files = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`web/ui/a${i}.ts`, X]))
  expect(await problems(checkFolders, files(31))).toHaveLength(1)
  expect(await problems(checkFolders, { ...files(29), 'web/ui/b/a.ts': X, 'web/ui/b/c.ts': X })).toEqual([])
})

test('a cast and an effect more than a thousand lines may hold are seen, by any name; const and tests are not', async () => {
  const found = (text: string, path = 'web/a.ts') => problems(checkFigures, { [path]: text })
  expect(await found('export const a = 1 as number\n')).toEqual(['web: 1 casts, at most 0: web/a.ts'])
  expect(await found('React.useEffect(act)\n')).toEqual(['web: 1 effects, at most 0: web/a.ts'])
  const alias = "import { useLayoutEffect as whenShown } from 'react'\nwhenShown(act)\n"
  expect(await found(alias)).toEqual(['web: 1 effects, at most 0: web/a.ts'])
  expect(await found('act([1] as const)\n')).toEqual([])
  expect(await found('useEffect(act)\n', 'web/a.test.tsx')).toEqual([])
})
