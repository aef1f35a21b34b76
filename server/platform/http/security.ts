import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What an API reply may do in a browser: nothing. Pages bring their own policy. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Headers on every reply, errors included. */
export function secureHeaders(app: FastifyInstance) {
  app.register(helmet, {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: app.secureCookies ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}
