import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { root, runTool } from './node.mjs'

const COMPRESSED_FROM = 1_024
const BROTLI_QUALITY = 10

const SOURCES = [
  'web',
  'contract',
  'locales',
  'scripts/web-chunks.ts',
  'scripts/web-preloads.ts',
  'scripts/web-install.ts',
  'vite.config.ts',
  'postcss.config.cjs',
  'postcss.config.mjs',
  'package-lock.json',
  'tsconfig.web.json',
]
const stamp = join(root, 'dist', 'web', '.build-hash')

/** Builds the web into dist/web, unless the existing build is of the same sources. */
export async function buildWebIfStale() {
  const hash = hashOf(SOURCES.map((name) => join(root, name)))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.log('Building the web …')
  const code = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'])
  if (code !== 0) throw new Error('The web could not be built; see above.')
  compressAll()
  writeFileSync(stamp, hash)
}

/** Compresses once at build time with maximum effort. Small files are skipped, since they hardly shrink. */
function compressAll() {
  for (const file of filesIn(join(root, 'dist', 'web', 'assets'))) {
    const bytes = readFileSync(file)
    if (!/\.(js|css|svg)$/.test(file) || bytes.length < COMPRESSED_FROM) continue
    writeFileSync(
      `${file}.br`,
      brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    )
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
  }
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const file of paths.flatMap(filesIn))
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/** Tests do not affect the build. */
function filesIn(path) {
  if (!existsSync(path)) return []
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}
