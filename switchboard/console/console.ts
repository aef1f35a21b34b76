import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Core } from '../calls/core.ts'
import { type HttpRequest, json, type Reply, type Served, serve } from '../http/serve.ts'
import type { Robots } from '../robots/robots.ts'
import type { Handsets } from '../sms/handsets.ts'
import { actions } from './actions.ts'
import type { LiveLog } from './log.ts'
import { views } from './views.ts'

const LOOPBACK = '127.0.0.1'
const LOCAL_NAMES = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/

export type ConsoleDeps = { core: Core; log: LiveLog; robots: Robots; handsets: Handsets }
export type ConsoleInput = Record<string, unknown>
export type ConsoleContext = ConsoleDeps & { id: string; query: URLSearchParams; input: ConsoleInput }
export type ConsoleRoute = (context: ConsoleContext) => Reply | Promise<Reply>

/**
 * The private console of the exchange, available on this machine only: log, robots (simulated phones) and faults. It is
 * not part of the vendor's API, and the product must not rely on it.
 */
export async function openConsole(deps: ConsoleDeps): Promise<Served & { url: string }> {
  const page = readFileSync(join(import.meta.dirname, 'page.html'))
  const { consolePort, authToken } = deps.core.config
  const secret = secretOf(authToken)
  const served = await serve({ host: LOOPBACK, port: consolePort }, (request) => {
    const refusal = refuseStrangers(request)
    if (refusal) return refusal
    const path = pathBehind(secret, request.path)
    if (path === undefined) return json(404, { problem: 'The address of the console holds its secret' })
    if (request.method === 'GET' && path === '/') return { status: 200, body: page, type: 'text/html; charset=utf-8' }
    return answer(deps, { ...request, path })
  })
  return { ...served, url: `http://${LOOPBACK}:${served.port}/${secret}` }
}

/**
 * Derives the secret part of the console's URL from the exchange's token, because other users of this machine can reach
 * the port, too.
 */
const secretOf = (authToken: string) => createHmac('sha256', authToken).update('console').digest('hex').slice(0, 32)

/** Returns the path after the secret, or `/`; undefined if the secret is wrong. */
function pathBehind(secret: string, path: string): string | undefined {
  const [, given = '', ...rest] = path.split('/')
  const isRight = given.length === secret.length && timingSafeEqual(Buffer.from(given), Buffer.from(secret))
  return isRight ? `/${rest.join('/')}` : undefined
}

/** Refuses requests from pages of other sites, including those made by DNS rebinding. */
function refuseStrangers({ headers, method }: HttpRequest): Reply | undefined {
  if (!LOCAL_NAMES.test(headers.host ?? '')) return json(403, { problem: 'Only under the name of this machine' })
  const origin = headers.origin
  if (origin && origin !== `http://${headers.host}`) return json(403, { problem: 'Only from its own page' })
  if (method !== 'GET' && !headers['content-type']?.startsWith('application/json'))
    return json(415, { problem: 'application/json is required' })
  return undefined
}

function answer(deps: ConsoleDeps, { method, path, query, body }: HttpRequest): Reply | Promise<Reply> {
  const [, name = '', id = '', act = ''] = path.split('/')
  const route = { ...views, ...actions }[`${method} /${name}${id ? '/:id' : ''}${act ? `/${act}` : ''}`]
  if (!route) return json(404, { problem: `${method} ${path} is not known` })
  const input = readInput(body)
  if (!input) return json(400, { problem: 'The body is no JSON object' })
  return route({ ...deps, id: decodeURIComponent(id), query, input })
}

function readInput(body: Buffer): ConsoleInput | undefined {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as ConsoleInput) : undefined
  } catch {
    return undefined
  }
}
