import type { authRoutes as AuthRoutes } from '#contract/auth/auth.ts'
import type { Failure } from '#contract/common.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Route, RouteInput, RouteReply } from '#contract/route.ts'
import { i18n } from '../i18n/i18n.ts'
import { currentBusinessId } from '../session/current-business.ts'
import { storage } from '../storage.ts'
import { authRoutes } from './lazy-routes.ts'

const API = '/api'

/** An error with the server's localized message. Network errors have status 500 (specification, section 7). */
export class ApiError extends Error {
  readonly code: ErrorCode | 'network'
  readonly status: number
  readonly issues: NonNullable<Failure['issues']>

  constructor(status: number, failure: Pick<Failure, 'code' | 'message' | 'issues'>) {
    super(failure.message)
    this.name = 'ApiError'
    this.code = failure.code as ErrorCode | 'network'
    this.status = status
    this.issues = failure.issues ?? []
  }
}

/** `keepalive`: completes the request even if the page unloads. */
type Options = {
  signal?: AbortSignal
  idempotencyKey?: string
  keepalive?: boolean
  /** Instead of the business on the screen, for what goes on after the reader left it. */
  businessId?: string
  send?: Send
}
/** Sends a request instead of `fetch`, which says nothing of how much was sent. */
export type Send = (url: string, init: RequestInit) => Promise<Response>
type Sent = Options & { path: string; method: Route['method']; body?: unknown }
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown; file?: Blob }
type Args<R extends Route> = unknown extends RouteInput<R> ? [input?: undefined] : [input: RouteInput<R>]

/** Calls a route of the contract. Throws ApiError. */
export async function call<R extends Route>(
  route: R,
  ...sent: [...Args<R>, options?: Options]
): Promise<RouteReply<R>> {
  const [{ params, query, body: json, file } = {}, options] = sent as unknown as [Parts?, Options?]
  const body = file && route.upload ? formOf(route.upload.field, file) : json
  const response = await authorized({ ...options, path: pathOf(route.path, params, query), method: route.method, body })
  return await response.json()
}

function formOf(field: string, file: Blob) {
  const form = new FormData()
  form.append(field, file)
  return form
}

/** A response whose body is streamed (server-sent events). Throws ApiError. */
export const openStream = (path: string, query: Record<string, string | undefined>, signal: AbortSignal) =>
  authorized({ path: pathOf(path, undefined, query), method: 'GET', signal })

function pathOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** Sends the request; on an expired token renews it and retries once. */
async function authorized(request: Sent) {
  const token = storage.token.get()
  const response = await send(request, token)
  if (response.ok) return response
  const error = await errorOf(response)
  if (error.code !== 'unauthenticated' || !token || !(await renewToken(token))) throw error
  const again = await send(request, storage.token.get())
  if (again.ok) return again
  throw await errorOf(again)
}

async function send(
  { path, method, body, signal, idempotencyKey, keepalive, businessId = currentBusinessId() ?? '', ...by }: Sent,
  token: string | null,
) {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'accept-language': i18n.language ?? storage.language.get(),
  }
  if (token) headers.authorization = `Bearer ${token}`
  if (businessId) headers['x-business-id'] = businessId
  // For a form, the browser sets the content type with its boundary.
  const isForm = body instanceof FormData
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  const content = body === undefined ? null : isForm ? body : JSON.stringify(body)
  try {
    const options = { method, headers, body: content, credentials: 'include', signal: signal ?? null } as const
    return await (by.send ?? fetch)(API + path, keepalive ? { ...options, keepalive } : options)
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(500, { code: 'network', message: i18n.t('networkError') })
  }
}

async function errorOf(response: Response) {
  const failure: Failure | undefined = await response.json().catch(() => undefined)
  if (failure?.code) return new ApiError(response.status, failure)
  return new ApiError(response.status, { code: 'internal', message: i18n.t('internal', { ns: 'errors' }) })
}

const endListeners = new Set<() => void>()
/** Called when the session ends: the token could not be renewed, or another tab signed out. */
export function onSessionEnd(listener: () => void) {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}
storage.token.subscribe(() => {
  if (!storage.token.get()) for (const listener of endListeners) listener()
})

let renewal: Promise<boolean> | undefined
/** Renews the access token with the refresh cookie; one request at a time across tabs. False: the session is over. */
export function renewToken(used: string): Promise<boolean> {
  renewal ??= alone('leadline-refresh', () => renew(used)).finally(() => {
    renewal = undefined
  })
  return renewal
}

async function renew(used: string) {
  const current = storage.token.get()
  if (current !== used) return current !== null
  const { refresh } = await authRoutes()
  const response = await send({ path: refresh.path, method: refresh.method }, null)
  if (response.ok) {
    const { accessToken }: RouteReply<typeof AuthRoutes.refresh> = await response.json()
    storage.token.set(accessToken)
    return true
  }
  if (response.status !== 401) throw await errorOf(response)
  storage.token.set(null)
  return false
}

/** Web Locks require https or localhost. */
const alone = <T>(name: string, act: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request(name, act) : act()
