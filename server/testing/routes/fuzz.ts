import { hostileTexts, type Lot, makeValue, openChance, openPool, type Schema } from './fuzz-values.ts'

type Parameter = { name: string; in: string; required?: boolean; schema?: Schema }
type Operation = { parameters?: Parameter[]; requestBody?: { content?: Record<string, { schema?: Schema }> } }
/** The part of an OpenAPI document that requests are generated from. */
export type OpenApi = { paths: Record<string, Record<string, Operation>> }
export type FuzzRequest = { method: string; url: string; headers: Record<string, string>; payload?: string }

/**
 * Addresses outside the API: pages of this form, short links and invitations, hooks, downloads. `:text` is replaced.
 */
export const fuzzDoors = (formKey: string) => [
  'GET /f/:text',
  `GET /f/${formKey}?lang=:text&embed=:text&utm_source=:text&utm_source=:text&gclid=:text&landingPage=:text`,
  `GET /f/${formKey}/thanks?lang=:text&lang=:text`,
  `GET /f/${formKey}/embed.js?:text=:text`,
  'GET /l/:text?gclid=:text&gclid=:text',
  'GET /i/:text',
  'GET /api/image/:text',
  'GET /api/call/:text/recording?r=:text&s=:text&e=:text',
  'GET /api/call/export?q=:text&s=:text',
  'GET /api/audit/export?q=:text&s=:text',
  'GET /api/privacy/file?q=:text&s=:text',
  'GET /dev/outbox?:text',
  'GET /:text',
  'GET /auth/:text?next=:text',
  'POST /f/:text',
  `POST /f/${formKey}?lang=:text&embed=:text&embed=:text`,
  'POST /hooks/voice/:text/inbound',
  'POST /hooks/voice/:text/:text/dial/:text',
  'POST /hooks/voice/:text/:text/recording?x=:text',
  'POST /hooks/sms/:text/inbound',
  'POST /hooks/sms/platform/status?message=:text&message=:text',
]

type FuzzInput = {
  seed: number
  api: OpenApi
  /** Addresses outside the API, as `fuzzDoors`. */
  doors: readonly string[]
  /** Headers of each asker; the last one is anonymous. */
  callers: readonly (() => Record<string, string>)[]
  /** Existing ids; ids in replies are added. */
  known: readonly string[]
}

/** An endless sequence of requests, nearly valid or hostile; each depends on the seed and the previous replies. */
export function openFuzz({ seed, api, doors, callers, known }: FuzzInput) {
  const chance = openChance(seed)
  const pool = openPool(chance, known)
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  const next = (): FuzzRequest => {
    // Some are fully valid and pass validation.
    const lot = { chance, pool, hostility: chance.oneOf([0, 0.1, 0.6]) }
    const operation = chance.oneOf(operations)
    const request = chance.isIn(0.12) ? atDoor(lot, chance.oneOf(doors)) : toApi(lot, operation)
    const caller = LAST_ACT.test(operation.path) ? callers.at(-1) : chance.oneOf(callers)
    const strange: Record<string, string> = chance.isIn(0.03)
      ? { [chance.oneOf(strangeHeaders)]: written(chance.oneOf(hostileTexts)) }
      : {}
    return { ...request, headers: { ...request.headers, ...caller?.(), ...strange } }
  }
  return { next, learn: pool.learn }
}

/** A successful request would end the caller's membership. */
const LAST_ACT = /\/user\/leave$/
const FORM = 'application/x-www-form-urlencoded'
const strangeHeaders = ['x-business-id', 'idempotency-key', 'accept-language', 'range', 'authorization', 'cookie']
const strangeQueries = ['%', '%zz=%00', '&&', 'a[]=1&a[b]=2', `x=${'y'.repeat(5_000)}`]
const strangeBodies = ['', '{', 'null', '[]', '"', '{"a":1', '['.repeat(10_000), '\ufeff{}']
const formFields = ['name', 'phone', 'email', 'message', 'From', 'To', 'CallSid', 'AccountSid', 'CallStatus', 'Body']
const TEXT_MAX = 3_000

const written = (value: unknown) =>
  encodeURIComponent(
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, TEXT_MAX),
  )

type Named = { path: string; method: string; operation: Operation }
function toApi(lot: Lot, { path, method, operation }: Named): FuzzRequest {
  const { parameters = [], requestBody } = operation
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { schema = { type: 'string', format: 'uuid' } } = parameters.find((one) => one.name === name) ?? {}
    return written(makeValue(lot, schema, name)) || '-'
  })
  const [body] = Object.values(requestBody?.content ?? {})
  const sent = method === 'GET' ? { headers: {} } : bodyOf(lot, body?.schema ?? {})
  return { method, url: filled + queryOf(lot, parameters), ...sent }
}

function queryOf(lot: Lot, parameters: readonly Parameter[]): string {
  const { isIn, oneOf } = lot.chance
  const pairs = parameters
    .filter((one) => one.in === 'query' && isIn(one.required ? 0.95 : 0.4))
    .flatMap(({ name, schema = {} }) =>
      Array.from({ length: isIn(0.08) ? 2 : 1 }, () => `${written(name)}=${written(makeValue(lot, schema, name))}`),
    )
  if (isIn(0.03)) pairs.push(oneOf(strangeQueries))
  return pairs.length ? `?${pairs.join('&')}` : ''
}

function bodyOf(lot: Lot, schema: Schema): Pick<FuzzRequest, 'headers' | 'payload'> {
  const { isIn, oneOf } = lot.chance
  const type = isIn(0.06) ? oneOf(['text/plain', FORM, 'multipart/form-data', 'nonsense']) : 'application/json'
  const headers = { 'content-type': type }
  if (isIn(0.03)) return { headers, payload: oneOf(strangeBodies) }
  const value = makeValue(lot, schema, 'body')
  if (type !== FORM) return { headers, payload: JSON.stringify(value) ?? '' }
  const pairs = Object.entries((value ?? {}) as object).map(([name, one]) => `${written(name)}=${written(one)}`)
  return { headers, payload: pairs.join('&') }
}

function atDoor({ chance, pool }: Lot, door: string): FuzzRequest {
  const { isIn, oneOf } = chance
  const [method = 'GET', path = ''] = door.split(' ')
  const url = path.replace(/:text/g, () => written(isIn(0.4) ? pool.take() : oneOf(hostileTexts)))
  if (method === 'GET') return { method, url, headers: {} }
  const type = isIn(0.8) ? FORM : oneOf(['application/json', 'text/plain', 'nonsense'])
  const payload = formFields.map((name) => `${name}=${written(oneOf(hostileTexts))}`).join('&')
  return { method, url, headers: { 'content-type': type }, payload }
}
