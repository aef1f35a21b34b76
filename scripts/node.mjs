import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const OLDEST_NODE = 24

const modules = join(root, 'node_modules')
const platform = process.platform === 'win32' ? 'win' : process.platform
const programs = process.platform === 'win32' ? ['node.exe'] : ['node']

/** Possible locations of the `node` package's program: linked into its folder, or only in the system's package. */
const places = [
  join(modules, 'node', 'bin'),
  ...[join(modules, 'node', 'node_modules'), modules].flatMap((folder) => [
    join(folder, `node-${platform}-${process.arch}`, 'bin'),
    join(folder, `node-bin-${platform}-${process.arch}`, 'bin'),
  ]),
]

const major = (version) => Number(/^v?(\d+)/.exec(version)?.[1] ?? 0)

/** The path of a Node that runs the sources: this one if new enough, else the installed one; undefined if neither. */
export function findNode() {
  if (major(process.version) >= OLDEST_NODE) return process.execPath
  return places
    .flatMap((place) => programs.map((program) => join(place, program)))
    .filter((path) => existsSync(path))
    .find((path) => major(spawnSync(path, ['--version'], { encoding: 'utf8' }).stdout ?? '') >= OLDEST_NODE)
}

/** As `findNode`, for scripts that run after the bootstrap. */
export function neededNode() {
  const node = findNode()
  if (node) return node
  throw new Error(
    `Leadline runs on Node ${OLDEST_NODE} or newer, and the one in the box is missing. Run: npm run bootstrap`,
  )
}

/** Runs a program in the foreground; resolves to its exit code. */
export function run(program, args, options = {}) {
  return new Promise((done, failed) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', failed)
    child.on('exit', (code, signal) => done(code ?? 128 + constants.signals[signal]))
  })
}

/** Runs a program of a package under the right Node: `runTool('vite/bin/vite.js', ['build'])`. */
export const runTool = (path, args, options) => run(neededNode(), [join(modules, path), ...args], options)
