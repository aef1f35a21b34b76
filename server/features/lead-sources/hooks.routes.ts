import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DELIVERIES_PER_MINUTE, DELIVERY_BYTES } from '#contract/lead-sources/lead-sources.ts'
import type { Deps } from '../../deps.ts'
import { knownError } from '../../platform/http/errors.ts'
import { logFailure } from '../../platform/http/failures.ts'
import { openAddressLimit } from '../../platform/http/rate-limits.ts'
import { LEADS_PATH } from './addresses.ts'
import { receive } from './receiving.service.ts'

type Hook = { Params: { key: string }; Body: Buffer | undefined }

declare module 'fastify' {
  interface FastifyRequest {
    /** The content type that the sender of a lead named. */
    sentType: string | null
  }
}

const UNKNOWN_PER_MINUTE = 60

/** Addresses to which other systems send leads, outside the API: any body is taken, stored and answered at once. */
export function mountLeadHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer' }, (_, bytes, done) => done(null, bytes))
    hooks.setErrorHandler(onError)
    hooks.decorateRequest('sentType', null)
    // Senders name types that do not exist; that must not cost a lead.
    hooks.addHook('onRequest', async (request) => {
      request.sentType = request.headers['content-type'] ?? null
      request.raw.headers['content-type'] = 'application/octet-stream'
    })
    const mayGuess = openAddressLimit(UNKNOWN_PER_MINUTE, deps.now)
    const maySend = openAddressLimit(DELIVERIES_PER_MINUTE, deps.now)
    hooks.post<Hook>(`${LEADS_PATH}/:key`, { bodyLimit: DELIVERY_BYTES, compress: false }, async (request, reply) => {
      const source = await deps.leadSources.find(request.params.key)
      if (!source || source.kind === 'email') return mayGuess(request.ip) ? say(reply, 404) : tooMany(reply)
      if (!source.is_open) return say(reply, 410)
      // Counted by source: many businesses get leads from the same few networks.
      if (!maySend(source.id)) return tooMany(reply)
      const status = await receive(deps, source, {
        body: request.body ?? Buffer.alloc(0),
        contentType: request.sentType,
        ip: request.ip,
      })
      return say(reply, status)
    })
    hooks.get(`${LEADS_PATH}/:key`, async (_, reply) => say(reply.header('allow', 'POST'), 405))
  })
}

const texts: Record<number, string> = {
  200: 'ok',
  403: 'The key is wrong',
  404: 'There is no such address',
  405: 'Send leads by POST',
  410: 'This address is closed',
  413: 'The request is too large',
  429: 'Too many requests',
  503: 'Not now; try again later',
}
/** Senders show the text to those who set them up. */
const say = (reply: FastifyReply, status: number) =>
  reply.code(status).send(status === 200 ? { success: true } : { success: false, message: texts[status] ?? 'Refused' })
const tooMany = (reply: FastifyReply) => say(reply.header('retry-after', 60), 429)

function onError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { statusCode = 500 } = error
  if (statusCode < 500) return say(reply, statusCode)
  logFailure(request, error)
  const { code, details } = knownError(error)
  if (code !== 'database_unavailable' && code !== 'busy') return say(reply, 500)
  return say(reply.header('retry-after', details.retryAfter), 503)
}
