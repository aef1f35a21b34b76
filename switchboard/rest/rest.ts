import { timingSafeEqual } from 'node:crypto'
import { API_VERSION } from '../calls/call-params.ts'
import type { HttpRequest, Reply } from '../http/serve.ts'
import type { AccountRow } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { accountRoutes } from './accounts.ts'
import { addressRoutes } from './addresses.ts'
import { availableRoutes } from './available.ts'
import { callRoutes } from './calls.ts'
import { messageRoutes } from './messages.ts'
import { numberRoutes } from './numbers.ts'
import { recordingRoutes } from './recordings.ts'
import type { RestDeps, RestRoute } from './route.ts'
import { usageRoutes } from './usage.ts'
import { notFound, VendorError, vendorReply } from './vendor-error.ts'

const FORM = 'application/x-www-form-urlencoded'
const BAD_REQUEST = 20_001

const routes = [
  ...accountRoutes,
  ...addressRoutes,
  ...availableRoutes,
  ...numberRoutes,
  ...callRoutes,
  ...recordingRoutes,
  ...messageRoutes,
  ...usageRoutes,
].map((route) => ({ route, pattern: patternOf(route) }))

/**
 * Answers a request to the vendor's API. A request that the vendor would refuse is refused in the vendor's words and
 * recorded as a violation.
 */
export async function answerRest(deps: RestDeps, request: HttpRequest): Promise<Reply> {
  try {
    return await handle(deps, request)
  } catch (error) {
    if (!(error instanceof VendorError)) throw error
    const { status, code, message } = error
    deps.core.log('api', { method: request.method, path: request.path, status, code, message })
    return vendorReply(error)
  }
}

async function handle(deps: RestDeps, request: HttpRequest): Promise<Reply> {
  const { core } = deps
  const caller = findCaller(core.store, request.headers.authorization)
  if (!caller) {
    core.violations.add('api 20003', `${request.method} ${request.path} without valid credentials`)
    const refusal = vendorReply(new VendorError(401, 20_003, 'Authenticate'))
    return { ...refusal, headers: { 'www-authenticate': 'Basic realm="Twilio API"' } }
  }
  if (core.refusals > 0) {
    core.refusals--
    throw new VendorError(429, 20_429, 'Too Many Requests')
  }
  const found = findRoute(request)
  if (!found) {
    core.violations.add('api 20404', `${request.method} ${request.path}`)
    throw notFound(request.path)
  }
  const { route, ids } = found
  const account = ids.account ? core.store.get('accounts', ids.account) : caller
  if (!account || (account.sid !== caller.sid && account.ownerSid !== caller.sid)) throw notFound(request.path)
  if (account.status !== 'active' && ids.account && !route.path.endsWith(':account.json'))
    throw new VendorError(403, 20_005, 'Account is not active')
  const params = readParams(deps, request, route)
  const reply = await route.handle({ ...deps, account, ids, params, path: request.path })
  core.log('api', { method: request.method, path: request.path, status: reply.status })
  return reply
}

function findCaller(store: Store, authorization: string | undefined): AccountRow | undefined {
  const [scheme, encoded = ''] = (authorization ?? '').split(' ')
  if (scheme?.toLowerCase() !== 'basic') return undefined
  const [sid = '', token = ''] = Buffer.from(encoded, 'base64').toString().split(':', 2)
  const account = store.get('accounts', sid)
  return account && isSame(account.authToken, token) ? account : undefined
}

function isSame(known: string, offered: string): boolean {
  const [a, b] = [Buffer.from(known), Buffer.from(offered)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function findRoute({ method, path }: HttpRequest): { route: RestRoute; ids: Record<string, string> } | undefined {
  for (const { route, pattern } of routes) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, ids: { ...match.groups } }
  }
  return undefined
}

function patternOf({ path }: RestRoute): RegExp {
  const parts = path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/.]+)')
  return new RegExp(`^/${API_VERSION}${parts}$`)
}

function readParams({ core }: RestDeps, { method, headers, query, body, path }: HttpRequest, route: RestRoute) {
  const fault = (message: string): never => {
    core.violations.add(`api ${BAD_REQUEST}`, `${method} ${path}: ${message}`)
    throw new VendorError(400, BAD_REQUEST, message)
  }
  if (method === 'POST') {
    const type = (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase()
    if (type !== FORM) fault(`Content-Type must be ${FORM}`)
    if ([...query].length > 0) fault('Parameters of a POST belong into its body')
  }
  const params = method === 'POST' ? new URLSearchParams(body.toString('utf8')) : query
  for (const name of new Set(params.keys())) {
    const repeats = route.params?.includes(`${name}[]`)
    if (!repeats && !route.params?.includes(name)) fault(`Unknown parameter: ${name}`)
    if (!repeats && params.getAll(name).length > 1) fault(`Repeated parameter: ${name}`)
  }
  return params
}
