import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'
import { REQUEST_ID_HEADER } from './request-id.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page may be loaded by other sites; its own policy limits frames. */
    isForOtherSites?: boolean
  }
}

/** API replies may load and run nothing in a browser. Pages have their own policy. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'"

/** Sets headers on every reply, errors and unknown routes included. */
export function secureHeaders(app: FastifyInstance) {
  const options: HelmetOptions = {
    contentSecurityPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: app.secureCookies ? { maxAge: 31_536_000 } : false,
    crossOriginEmbedderPolicy: false,
  }
  const usual = headersOf(options)
  const forOtherSites = headersOf({
    ...options,
    frameguard: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.isForOtherSites ? forOtherSites : usual)
    reply.header(REQUEST_ID_HEADER, request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', NOTHING)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
}

/** Computed once, because they are equal for every reply. */
function headersOf(options: HelmetOptions) {
  const headers: Record<string, string> = {}
  const reply = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  helmet(options)({} as IncomingMessage, reply as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  return headers
}
