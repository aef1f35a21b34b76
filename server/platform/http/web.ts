import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

const folder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))
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
  const linksAt = linksFor(JSON.parse(await readFile(`${folder}preloads.json`, 'utf8').catch(() => '{}')))
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    if (request.method !== 'GET' || !isPage(request.url)) throw new AppError('not_found')
    const nonce = randomBytes(16).toString('base64')
    reply
      .header('content-security-policy', policy.replaceAll(NONCE, nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page.replace('</head>', `${linksAt(request.url)}</head>`).replaceAll(NONCE, nonce))
  })
}

/** Whether a path is a page, neither a server path nor a file. */
export function isPage(url: string) {
  const [path = ''] = url.split('?')
  return !/^\/(api|dev(?!\/phones$)|f|hooks|phone)(\/|$)/.test(path) && !/\.[a-z0-9]+$/i.test(path)
}

/** Link tags for the files of the page at a URL, which load beside the entry. Patterns with fewer ids are matched first. */
export function linksFor(needed: Record<string, string[]>) {
  const ids = (pattern: string) => pattern.split('$').length
  const pages = Object.entries(needed)
    .sort(([a], [b]) => ids(a) - ids(b))
    .map(([pattern, files]) => ({
      at: new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}$`),
      links: files.map((file) => linkTo(`/${file}`)).join(''),
    }))
  return (url: string) => pages.find(({ at }) => at.test(url.split('?')[0] ?? ''))?.links ?? ''
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`

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
    "media-src 'self' https://sdk.twilio.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
