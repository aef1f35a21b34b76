import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { canEnter, type EngineUser, exists, ROOTS_OWN_PLACE, renameUnlessThere } from './engine-files.ts'

const run = promisify(execFile)

/**
 * With the locale C, pg_trgm finds no trigrams in Hebrew. C.UTF-8 does, and Linux systems have it; elsewhere ICU with
 * any UTF-8 locale is used. A cluster that still finds none is refused before migration.
 */
const LOCALES = [
  ['--locale=C.UTF-8'],
  ['--locale-provider=icu', '--icu-locale=und', '--locale=en_US.UTF-8'],
  ['--locale-provider=icu', '--icu-locale=und'],
]

/** A database cluster on disk: `data` is PostgreSQL's folder, `log` the server log, `password` the administrator's. */
export type Cluster = { data: string; log: string; password: string }

/** Finds the cluster or creates it atomically, also if a process is killed meanwhile. */
export async function findCluster(engine: string, user: EngineUser, link: string, durable: boolean): Promise<Cluster> {
  // If Leadline runs as root, PostgreSQL runs as another user, who cannot enter a folder below /root. Then the cluster
  // is elsewhere and a link points there. If the data folder is removed, so is the link, and the next start creates a
  // new cluster.
  if (!(await exists(link))) {
    await rm(link, { force: true }) // it may be dangling
    await mkdir(dirname(link), { recursive: true })
    const place = (await canEnter(user, dirname(link))) ? link : join(ROOTS_OWN_PLACE, randomUUID())
    await makeCluster(engine, user, place, durable)
    if (place !== link) await symlink(place, link).catch(() => rm(place, { recursive: true, force: true }))
  }
  const home = await realpath(link) // the engine's user may not follow the link itself
  if (!(await canEnter(user, home)))
    throw new Error(`The database in ${home} is out of reach for the user it belongs to. Open the folders above it.`)
  const password = await readFile(join(home, 'password'), 'utf8')
  return { data: join(home, 'data'), log: join(home, 'server.log'), password }
}

async function makeCluster(engine: string, user: EngineUser, place: string, durable: boolean) {
  const unfinished = `${place}.${randomUUID()}`
  const passwordFile = join(unfinished, 'password')
  await mkdir(dirname(place), { recursive: true }) // the mode must not apply to the parents
  await mkdir(unfinished, { mode: 0o700 })
  try {
    await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (user) for (const path of [unfinished, passwordFile]) await chown(path, user.uid, user.gid)
    await initialise(engine, user, unfinished, durable)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
  await renameUnlessThere(unfinished, place)
}

async function initialise(engine: string, user: EngineUser, home: string, durable: boolean) {
  const always = [
    '-D',
    join(home, 'data'),
    '-U',
    'postgres',
    '-A',
    'scram-sha-256',
    `--pwfile=${join(home, 'password')}`,
  ]
  let last: unknown
  for (const locale of LOCALES) {
    try {
      const args = [...always, '--encoding=UTF8', '--no-instructions', ...locale, ...(durable ? [] : ['--no-sync'])]
      return await run(join(engine, 'bin', 'initdb'), args, { ...user, cwd: home })
    } catch (error) {
      last = error
    }
  }
  throw new Error(`The embedded PostgreSQL could not be set up in ${home}`, { cause: last })
}
