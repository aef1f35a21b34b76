import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SHARE_PATH } from '#contract/files/sharing.ts'
import { AppError } from './errors.ts'

const folder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))
/** The worker that reads PDFs decodes scanned pages in WebAssembly; it loads nothing. */
const PDF_READER = /\/pdf\.worker\.[^/]+$/
const READER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
/** The service worker asks for the pages that are opened. */
const SERVICE_WORKER = /\/sw\.js$/
const WORKER_POLICY = "default-src 'none'; connect-src 'self'"
/** Pages of sent links, which search engines must not list. */
const UNLISTED = /^\/(meeting|book)\//
const NONCE = '__NONCE__'
/**
 * Hosts of the vendor's phone in the browser: reports, sounds and signalling at its default edge. Another edge or a home
 * region would need its own host here.
 */
const CARRIER = 'https://eventgw.twilio.com https://sdk.twilio.com wss://voice-js.roaming.twilio.com'

/**
 * Serves the built web app: files with a hash in their name are cached for a year, every other path returns the page.
 * `marks` become `data-` attributes of the page, which tell it the installation's features.
 */
export async function mountWeb(app: FastifyInstance, marks: readonly string[] = []) {
  if (!existsSync(`${folder}index.html`)) {
    app.setNotFoundHandler(() => {
      throw new AppError('not_found')
    })
    return
  }
  const built = await readFile(`${folder}index.html`, 'utf8')
  const page = built.replace('<html', `<html${marks.map((mark) => ` data-${mark}`).join('')}`)
  const policy = policyFor(page)
  const neededAt = neededFor(JSON.parse(await readFile(`${folder}preloads.json`, 'utf8').catch(() => '{}')))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (PDF_READER.test(path)) reply.header('content-security-policy', READER_POLICY)
      if (SERVICE_WORKER.test(path)) reply.header('content-security-policy', WORKER_POLICY)
    },
  })
  // The service worker receives what is shared; where a device lost it, the page says that nothing arrived.
  app.post(SHARE_PATH, { onRequest: async (_, reply) => reply.redirect(SHARE_PATH, 303) }, () => undefined)
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !isPage(request.url)) throw new AppError('not_found')
    const nonce = randomBytes(16).toString('base64')
    if (UNLISTED.test(request.url)) reply.header('x-robots-tag', 'noindex')
    reply
      .header('content-security-policy', policy.replaceAll(NONCE, nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(withNeeded(page, neededAt(request.url)).replaceAll(NONCE, nonce))
  })
}

/** Whether a path is a page, neither a server path nor a file. */
export function isPage(url: string) {
  const [path = ''] = url.split('?')
  return !/^\/(api|dev(?!\/phones$)|f|hooks|phone)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** Files that a page needs at once, and those of its texts by language (scripts/web-preloads.ts). */
type Needed = { files: string[]; texts: Record<string, string[]> }

/** Finds what the page at a URL needs. Patterns with fewer ids are matched first. */
export function neededFor(pages: Record<string, Needed>) {
  const ids = (pattern: string) => pattern.split('$').length
  const patterns = Object.entries(pages)
    .sort(([a], [b]) => ids(a) - ids(b))
    .map(([pattern, needed]) => ({ at: new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`), needed }))
  return (url: string) => patterns.find(({ at }) => at.test(url.split('?')[0] ?? ''))?.needed
}

/** Links the files, which load beside the entry, and names the texts for web/before-paint.js, which knows the language. */
export function withNeeded(page: string, { files, texts }: Needed = { files: [], texts: {} }) {
  const named = Object.entries(texts).map(([language, names]) => ` data-texts-${language}="${names.join(' ')}"`)
  return page
    .replace('<html', `<html${named.join('')}`)
    .replace('</head>', `${files.map((file) => linkTo(`/${file}`)).join('')}</head>`)
}

const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="${file}">`

/** Allows our own scripts and, by its hash, the inline script that sets scheme and direction before the first paint. */
export function policyFor(page: string) {
  const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code]) =>
      `'sha256-${createHash('sha256')
        .update(code ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src 'self' ${inline.join(' ')}`,
    `style-src 'self' 'nonce-${NONCE}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self' ${CARRIER}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    // blob: a recording is heard before it is saved.
    "media-src 'self' blob: https://sdk.twilio.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
