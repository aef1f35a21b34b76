/** Prepares a fresh clone with only Node ≥ 20 and npm: needs no package, and does nothing if all is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { findNode, OLDEST_NODE, root } from './node.mjs'

const OLDEST_BOOTSTRAP = 20
const modules = join(root, 'node_modules')

if (Number(process.versions.node.split('.')[0]) < OLDEST_BOOTSTRAP) {
  stop(`This is Node ${process.version}; to install Leadline takes Node ${OLDEST_BOOTSTRAP} or newer.`)
}
if (!isInstalled()) {
  console.log('Installing packages …')
  const status = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], root)
  if (status !== 0 || !isInstalled()) stop('npm ci failed; see above.')
}
if (!findNode()) {
  console.log(`Installing Node ${OLDEST_NODE} …`)
  installNode()
}
const node = findNode()
if (!node)
  stop(`Node ${OLDEST_NODE} could not be installed beside this ${process.version}; install it: https://nodejs.org`)
linkNode(node)

/** Whether npm's list of node_modules matches the lock file. */
function isInstalled() {
  const wanted = packagesIn(join(root, 'package-lock.json'))
  const present = packagesIn(join(modules, '.package-lock.json'))
  if (!present) return false
  const missing = Object.entries(wanted).find(
    ([path, { version, optional }]) =>
      path !== '' && present[path]?.version !== version && !(optional && !present[path]),
  )
  return missing === undefined
}

function packagesIn(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** Does what the install script of the `node` package does; npm may be configured to skip install scripts. */
function installNode() {
  const folder = join(modules, 'node')
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node'
  const platform = process.platform === 'win32' ? 'win' : process.platform
  npm(
    [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      `${prefix}-${platform}-${process.arch}@${version}`,
    ],
    folder,
  )
}

/** `npm run` searches programs here first, so that `node` in a script is a version that runs the sources. */
function linkNode(node) {
  const link = join(modules, '.bin', 'node')
  if (node === process.execPath || process.platform === 'win32' || existsSync(link)) return
  rmSync(link, { force: true }) // a broken link
  symlinkSync(relative(dirname(link), node), link)
}

/** The npm that called this script, else the machine's npm. */
function npm(args, cwd) {
  const itself = process.env.npm_execpath
  const options = { cwd, stdio: 'inherit' }
  const done = itself?.endsWith('.js')
    ? spawnSync(process.execPath, [itself, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' })
  return done.status
}

function stop(message) {
  console.error(message)
  process.exit(1)
}
