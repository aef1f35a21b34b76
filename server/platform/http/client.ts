import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

/** With this prefix browsers accept the cookie only over https; `__Host-` would require the path `/`. */
const cookieName = (isSecure: boolean) => (isSecure ? '__Secure-refresh' : 'refresh')
const COOKIE_PATH = '/api/auth'

/** The client of a request. */
export type Client = {
  ip: string
  userAgent: string
  /** Whether demo people may act: the installation has the demo, and the request comes from this machine. */
  mayBeDemo: boolean
}

/** Loopback addresses only, because anyone can write a name into a header. */
const isOwnAddress = (ip: string) => isIP(ip) !== 0 && isLoopback(ip)

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** Whether the request comes from this machine, by a loopback name, without a proxy that adds headers. */
export const isLocal = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>) =>
  isOwnAddress(ip) &&
  isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
  forwardingHeaders.every((name) => headers[name] === undefined)

export const clientOf = (request: Pick<FastifyRequest, 'ip' | 'headers' | 'server'>): Client => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  mayBeDemo: request.server.hasDemo && isLocal(request),
})

/** The origin of an act, as events store it. */
export const originOfClient = ({ ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>) => ({ ip, agent: userAgent })

/** The token of `authorization: Bearer …`. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

export const KEY_PREFIX = 'lk_live_'

/** Whether a token claims to be an API key; it may be unknown. */
export const isApiKey = (token: string | undefined) => token?.startsWith(KEY_PREFIX) === true

/** The only cookie: the refresh token, not readable by scripts. */
export type RefreshCookie = {
  read: () => string | undefined
  /** Without `maxAgeSeconds` it ends with the browser. */
  write: (value: string, maxAgeSeconds?: number) => void
  clear: () => void
}

export function refreshCookie(request: FastifyRequest, reply: FastifyReply): RefreshCookie {
  const secure = request.server.secureCookies
  const name = cookieName(secure)
  const options = { path: COOKIE_PATH, httpOnly: true, sameSite: 'strict', secure } as const
  return {
    read: () => request.cookies[name],
    write: (value, maxAge) =>
      void reply.setCookie(name, value, { ...options, ...(maxAge !== undefined && { maxAge }) }),
    clear: () => void reply.clearCookie(name, options),
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    secureCookies: boolean
    /** Demo people may sign in from this machine. */
    hasDemo: boolean
  }
}
