import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type Failure, mayRetry, type Overrides, splitOverrides } from './overrides.ts'
import { type Params, sign } from './signature.ts'

const REPLY_MAX = 1_048_576
const RETRY_PAUSE_MS = 100
const REDIRECTS_MAX = 5

export type Sending = {
  /** The URL as configured, including connection overrides. */
  address: string
  method: 'GET' | 'POST'
  params: Params
  authToken: string
  /** An idempotency token; the same for all attempts of a delivery. */
  idempotencyToken: string
}

export type Tried = {
  url: string
  /** The final URL after redirects. */
  redirectedTo: string | undefined
  attempt: number
  ms: number
  status: number | undefined
  type: string
  text: string
  failure: Failure | undefined
  signature: string
}

/**
 * Sends a signed webhook with the retries that its URL allows. Reports each attempt to `onTry` and returns the last
 * one.
 */
export async function sendHook(sending: Sending, onTry: (tried: Tried) => void): Promise<Tried> {
  const { url: bare, overrides } = splitOverrides(sending.address)
  const url = sendable(sending.method === 'GET' ? withQuery(bare, sending.params) : bare)
  const signature = sign(sending.authToken, url, sending.method === 'GET' ? {} : sending.params)
  const until = Date.now() + overrides.totalMs
  for (let attempt = 0; ; attempt++) {
    const started = performance.now()
    const outcome = await tryFollowing(url, signature, sending, { overrides, until })
    const tried = { ...outcome, url, attempt, signature, ms: Math.round(performance.now() - started) }
    onTry(tried)
    const again = tried.failure && attempt < overrides.retries && Date.now() < until
    if (!(again && tried.failure && mayRetry(overrides, tried.failure))) return tried
    await new Promise((done) => setTimeout(done, RETRY_PAUSE_MS))
  }
}

export function toForm(params: Params): string {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(params)) for (const one of [value].flat()) form.append(key, one)
  return form.toString()
}

/** Escapes, before signing, the characters that a request line cannot contain; everything else stays as written. */
const sendable = (url: string) => url.replace(/[^\x21-\x7e]+/g, encodeURIComponent)

const withQuery = (url: string, params: Params) => `${url}${url.includes('?') ? '&' : '?'}${toForm(params)}`

type Outcome = Pick<Tried, 'status' | 'type' | 'text' | 'failure'> & { location?: string | undefined }

/** Sends the request and follows redirects as a browser does: 307 and 308 repeat the request, others become a GET. */
async function tryFollowing(
  url: string,
  signature: string,
  sending: Sending,
  { overrides, until }: { overrides: Overrides; until: number },
): Promise<Outcome & { redirectedTo: string | undefined }> {
  let [at, signed, asked] = [url, signature, sending]
  for (let hop = 0; ; hop++) {
    const outcome = await tryOnce(at, signed, asked, { ...overrides, totalMs: Math.max(1, until - Date.now()) })
    const { status = 0, location } = outcome
    const isRedirect = [301, 302, 303, 307, 308].includes(status) && location && URL.canParse(location, at)
    if (!isRedirect || hop === REDIRECTS_MAX) return { ...outcome, redirectedTo: hop > 0 ? at : undefined }
    at = new URL(location, at).href
    if (status < 307) asked = { ...asked, method: 'GET', params: {} }
    signed = sign(asked.authToken, at, asked.params)
  }
}

/** Makes one attempt. The target is sent as written, because a normalized URL would not match its signature. */
function tryOnce(url: string, signature: string, sending: Sending, overrides: Overrides): Promise<Outcome> {
  const failed = (kind: 'ct' | 'rt', text: string): Outcome => ({
    status: undefined,
    type: '',
    text,
    failure: { kind },
  })
  const options = requestOptions(url, signature, sending)
  if (!options) return Promise.resolve(failed('ct', 'not an address of http or https'))
  const body = sending.method === 'POST' ? toForm(sending.params) : ''
  return new Promise((done) => {
    let connected = false
    const send = options.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(options, (response) => {
      read(response).then(done, () => done(failed('rt', 'the answer broke off')))
    })
    const stop = (kind: 'ct' | 'rt', text: string) => {
      request.destroy()
      done(failed(kind, text))
    }
    const connectTimer = setTimeout(() => !connected && stop('ct', 'no connection in time'), overrides.connectMs)
    const total = setTimeout(() => stop(connected ? 'rt' : 'ct', 'no answer in time'), overrides.totalMs)
    let readTimer: NodeJS.Timeout | undefined
    request.on('socket', (socket) => {
      const onConnect = () => {
        connected = true
        readTimer = setTimeout(() => stop('rt', 'no answer in time'), overrides.readMs)
      }
      if (socket.connecting) socket.once('connect', onConnect)
      else onConnect()
    })
    request.on('error', (error) => done(failed(connected ? 'rt' : 'ct', error.message)))
    request.on('close', () => {
      for (const timer of [connectTimer, total, readTimer]) clearTimeout(timer)
    })
    request.end(body || undefined)
  })
}

function requestOptions(url: string, signature: string, { method, params, idempotencyToken }: Sending) {
  const parts = /^(https?):\/\/(?:[^/?@]*@)?(\[[^\]]+\]|[^/:?]+)(?::(\d+))?(.*)$/is.exec(url)
  if (!parts) return undefined
  const [, scheme = '', host = '', port, target = ''] = parts
  const headers: Record<string, string> = {
    'user-agent': 'TwilioProxy/1.1',
    accept: '*/*',
    'x-twilio-signature': signature,
    'i-twilio-idempotency-token': idempotencyToken,
  }
  if (method === 'POST') {
    headers['content-type'] = 'application/x-www-form-urlencoded; charset=UTF-8'
    headers['content-length'] = String(Buffer.byteLength(toForm(params)))
  }
  return {
    protocol: `${scheme.toLowerCase()}:`,
    host: host.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : undefined,
    path: target.startsWith('/') ? target : `/${target}`,
    method,
    headers,
    agent: false,
  } satisfies RequestOptions
}

async function read(response: IncomingMessage): Promise<Outcome> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length <= REPLY_MAX) chunks.push(chunk)
  }
  const status = response.statusCode ?? 0
  return {
    status,
    type: response.headers['content-type'] ?? '',
    text: Buffer.concat(chunks).toString('utf8'),
    location: response.headers.location,
    failure: status >= 200 && status < 300 ? undefined : { kind: 'status', status },
  }
}
