import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FORM_BODY_BYTES, FORM_POSTS_PER_MINUTE, FORM_VIEWS_PER_MINUTE } from '#contract/forms.ts'
import { BOOKING_PATH } from '#contract/leads/meetings/booking/guest-booking.ts'
import type { Deps } from '../../deps.ts'
import { AppError, knownError } from '../../platform/http/errors.ts'
import { logFailure } from '../../platform/http/failures.ts'
import { languageOf } from '../../platform/http/language.ts'
import { openAddressLimit } from '../../platform/http/rate-limits.ts'
import { carriedIn, linkValuesIn } from './answers.ts'
import type { FoundForm } from './forms.queries.ts'
import { addressOf, languageFor, policyOf, type Query } from './hosted.rules.ts'
import { receive } from './hosted.service.ts'
import { BRAND_PATTERN, brandStyle, colorOf } from './hosted-brand.ts'
import { FONTS } from './hosted-fonts.ts'
import { FRAME_SCRIPT_PATH, formPage, plainPage, thanksPage } from './hosted-page.ts'
import { embedScript, FRAME_SCRIPT } from './hosted-scripts.ts'
import { newToken } from './hosted-spam.ts'
import { STYLE, STYLE_PATH } from './hosted-style.ts'

type FormRequest = { Params: { key: string }; Querystring: Query }

const config = { isForOtherSites: true }
const FOR_EVER = 'public, max-age=31536000, immutable'

/** Public form pages below /f: outside the API, working without JavaScript. */
export function mountHosted(app: FastifyInstance, deps: Deps) {
  app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_, text, done) =>
      done(null, text),
    )
    pages.setErrorHandler(onError)
    mountFiles(pages)
    mountPages(pages, deps)
    const mayPost = openAddressLimit(FORM_POSTS_PER_MINUTE, deps.now)
    pages.post<FormRequest & { Body: string | undefined }>(
      '/f/:key',
      // Bots may send floods of posts, so the replies are not compressed.
      { config, bodyLimit: FORM_BODY_BYTES, compress: false },
      async (request, reply) => {
        if (!mayPost(request.ip)) return plain(request, reply.header('retry-after', 60), 429, 'tooMany')
        const form = await deps.forms.find(request.params.key)
        if (!form?.is_enabled) return missing(request, reply, form)
        const language = languageFor(form, request)
        const { status, html, location } = await receive(deps, form, {
          language,
          body: request.body ?? '',
          ip: request.ip,
          origin: request.headers.origin,
          host: request.headers.host ?? '',
          contentType: request.headers['content-type'] ?? null,
          isEmbedded: request.query.embed === '1',
        })
        if (location) return reply.redirect(location, 303)
        return page(reply, policyOf(form, request.query)).code(status).send(html)
      },
    )
  })
}

function mountPages(pages: FastifyInstance, { forms, env, now }: Deps) {
  const mayView = openAddressLimit(FORM_VIEWS_PER_MINUTE, now)
  const found = async (request: FastifyRequest<FormRequest>) => {
    if (!mayView(request.ip)) throw new AppError('too_many_requests')
    return forms.find(request.params.key)
  }

  pages.get<FormRequest>('/f/:key', { config }, async (request, reply) => {
    const form = await found(request)
    if (!form?.is_enabled) return missing(request, reply, form)
    const { query, headers, url } = request
    const language = languageFor(form, request)
    const isEmbedded = query.embed === '1'
    const { landingPage = env.publicUrl + url, referrer = headers.referer ?? '' } = query
    const carried = carriedIn({ ...query, landingPage, referrer })
    const html = formPage({
      form,
      language,
      action: addressOf(form, { language, isEmbedded }),
      token: newToken(env.secretKey, form.key, now()),
      carried,
      isEmbedded,
      others: form.languages
        .filter((other) => other !== language)
        .map((other) => ({ language: other, href: addressOf(form, { language: other, isEmbedded, ...carried }) })),
    })
    return page(reply, policyOf(form, query)).send(html)
  })

  pages.get<FormRequest>('/f/:key/thanks', { config }, async (request, reply) => {
    const form = await found(request)
    if (!form) return missing(request, reply, form)
    const { query } = request
    const shown = { form, language: languageFor(form, request), isEmbedded: query.embed === '1', action: '', token: '' }
    return page(reply, policyOf(form, query)).send(
      thanksPage(shown, { next: form.redirect_url, booking: bookingOf(form, query) }),
    )
  })

  pages.get<FormRequest>('/f/:key/embed.js', { config }, async (request, reply) => {
    const form = await found(request)
    if (!form) throw new AppError('form_not_found')
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .send(embedScript(`${env.publicUrl}/f/${form.key}`))
  })
}

/** The booking page, with the values of the visitor's link. */
const bookingOf = ({ booking_slug: slug }: FoundForm, query: Query) =>
  slug && `${BOOKING_PATH}/${slug}?${new URLSearchParams(linkValuesIn(query))}`

function mountFiles(pages: FastifyInstance) {
  pages.get(STYLE_PATH, { config }, async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', FOR_EVER).send(STYLE),
  )
  for (const { path, bytes } of FONTS)
    pages.get(path, { config, compress: false }, async (_, reply) =>
      reply.type('font/woff2').header('cache-control', FOR_EVER).send(bytes),
    )
  pages.get<{ Params: { file: string } }>(BRAND_PATTERN, { config }, async ({ params }, reply) => {
    const color = colorOf(params.file)
    if (!color) throw new AppError('not_found')
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(brandStyle(color))
  })
  pages.get(FRAME_SCRIPT_PATH, { config }, async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'public, max-age=86400').send(FRAME_SCRIPT),
  )
}

const page = (reply: FastifyReply, policy: string) =>
  reply.type('text/html; charset=utf-8').header('content-security-policy', policy)

const plain = (request: FastifyRequest, reply: FastifyReply, status: number, key: string) =>
  page(reply, policyOf())
    .code(status)
    .send(plainPage(languageOf(request), key))

const missing = (request: FastifyRequest, reply: FastifyReply, form: FoundForm | undefined) =>
  form
    ? page(reply, policyOf(form))
        .code(410)
        .send(plainPage(languageOf(request), 'closed', form))
    : plain(request, reply, 404, 'notFound')

/** Visitors see errors as a page without internals. */
function onError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError && error.code === 'too_many_requests')
    return plain(request, reply.header('retry-after', 60), 429, 'tooMany')
  if (error instanceof AppError && /(^|_)not_found$/.test(error.code)) return plain(request, reply, 404, 'notFound')
  const { statusCode = 500 } = error as FastifyError
  if (statusCode === 413 || statusCode === 415) return plain(request, reply, statusCode, 'unreadable')
  if (statusCode < 500) return plain(request, reply, 404, 'notFound')
  logFailure(request, error)
  const { code, details } = knownError(error)
  if (code !== 'database_unavailable' && code !== 'busy') return plain(request, reply, 500, 'broken')
  return plain(request, reply.header('retry-after', details.retryAfter), 503, 'broken')
}
