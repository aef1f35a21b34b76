import { isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isLoopback } from '../loopback.ts'

const COOKIE = 'refresh'
const COOKIE_PATH = '/api/auth'

/** The machine at the other end. */
export type Client = {
  ip: string
  userAgent: string
  /** It calls from this machine, by a loopback name, and no proxy stands between: where demo sign-in and /dev pages are open. */
  isLocal: boolean
}

/** This machine's own addresses: a name in a header is anybody's to write. */
const isOwnAddress = (ip: string) => isIP(ip) !== 0 && isLoopback(ip)

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

export const clientOf = ({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client => ({
  ip,
  userAgent: (headers['user-agent'] ?? '').slice(0, 300),
  isLocal:
    isOwnAddress(ip) &&
    isLoopback((headers.host ?? '').replace(/:\d+$/, '')) &&
    forwarding.every((name) => headers[name] === undefined),
})

/** From where somebody acts, as events keep it. */
export const originOfClient = ({ ip, userAgent }: Pick<Client, 'ip' | 'userAgent'>) => ({ ip, agent: userAgent })

/** The token of `authorization: Bearer …`. */
export const bearerOf = ({ headers }: Pick<FastifyRequest, 'headers'>) =>
  /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]

/** The one cookie there is: the refresh token, out of reach of scripts. */
export type RefreshCookie = {
  read: () => string | undefined
  /** Without `maxAgeSeconds` it ends with the browser. */
  write: (value: string, maxAgeSeconds?: number) => void
  clear: () => void
}

export function refreshCookie(request: FastifyRequest, reply: FastifyReply): RefreshCookie {
  const options = {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.server.secureCookies,
  } as const
  return {
    read: () => request.cookies[COOKIE],
    write: (value, maxAge) =>
      void reply.setCookie(COOKIE, value, { ...options, ...(maxAge !== undefined && { maxAge }) }),
    clear: () => void reply.clearCookie(COOKIE, options),
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    secureCookies: boolean
  }
}
