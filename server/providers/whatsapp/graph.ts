import { parseWithBigIds } from './big-ids.ts'
import { requestMedia } from './media.ts'
import { faultOf, WhatsAppError } from './whatsapp-errors.ts'

const ANSWER_MS = 15_000
const MEDIA_MS = 120_000
const ANSWER_BYTES = 4_194_304
const WORDS_MAX = 300

export type GraphAccount = {
  /** `https://graph.facebook.com`, or the local server; never an address of a tenant. */
  graphUrl: string
  /** Such as `v26.0`. */
  version: string
  /** Empty: requests that name the app's own secret. */
  token: string
  /** Called with each answer: a refusal that concerns the account, or undefined. */
  onAnswer?: ((refused: WhatsAppError | undefined) => void) | undefined
}
type Query = Record<string, string | number | undefined>
type Sent = { query?: Query; json?: object; form?: FormData }

export type Graph = ReturnType<typeof openGraph>

/** Meta's Graph API in the name of one token. Throws only WhatsAppError. */
export function openGraph({ graphUrl, version, token, onAnswer }: GraphAccount) {
  async function fetched(method: string, url: string, { json, form }: Sent, ms = ANSWER_MS): Promise<Response> {
    try {
      return await fetch(url, {
        method,
        headers: {
          accept: 'application/json',
          ...(token && { authorization: `Bearer ${token}` }),
          ...(json && { 'content-type': 'application/json' }),
        },
        ...(json ? { body: JSON.stringify(json) } : form ? { body: form } : {}),
        // Redirects are never followed.
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      })
    } catch (error) {
      const words = `Meta did not answer: ${(error as Error).message}`
      throw new WhatsAppError('unavailable', words, null, { cause: error })
    }
  }

  async function send<T>(method: 'GET' | 'POST' | 'DELETE', path: string, sent: Sent = {}, ms = ANSWER_MS): Promise<T> {
    const answer = await fetched(method, addressOf(`${graphUrl}/${version}`, path, sent.query), sent, ms)
    const text = await textOf(answer.body)
    if (!answer.ok) throw heard(refusalOf(answer.status, text))
    onAnswer?.(undefined)
    try {
      return parseWithBigIds(text || '{}') as T
    } catch {
      throw new WhatsAppError('unavailable', 'Meta answered with something else than JSON')
    }
  }

  /** An outage says nothing about the account, and neither does the refusal of one message. */
  function heard(error: WhatsAppError): WhatsAppError {
    if (error.fault === 'credentials') onAnswer?.(error)
    return error
  }

  return {
    get: <T>(path: string, query?: Query) => send<T>('GET', path, query ? { query } : {}),
    post: <T>(path: string, json: object) => send<T>('POST', path, { json }),
    upload: <T>(path: string, form: FormData) => send<T>('POST', path, { form }, MEDIA_MS),
    remove: (path: string) => send<unknown>('DELETE', path),
    /** The bytes at an address that Meta named; it takes the same token. */
    async media(url: string, most: number): Promise<Buffer> {
      const answer = await requestMedia({ url, graphUrl, token, timeoutMs: MEDIA_MS })
      const { statusCode = 0 } = answer
      if (statusCode !== 200) throw heard(refusalOf(statusCode, await textOf(answer)))
      return bytesOf(answer, most)
    },
  }
}

function addressOf(base: string, path: string, query: Query = {}) {
  const fields = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
  return fields.length ? `${base}/${path}?${new URLSearchParams(fields)}` : `${base}/${path}`
}

type Body = AsyncIterable<Uint8Array> | null
async function bytesOf(body: Body, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > most) throw new WhatsAppError('refused', 'The file is larger than it may be')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof WhatsAppError) throw error
    throw new WhatsAppError('unavailable', `The file broke off: ${(error as Error).message}`)
  }
  return Buffer.concat(chunks)
}

const textOf = async (body: Body) => (await bytesOf(body, ANSWER_BYTES)).toString('utf8')

type Refusal = { error?: { code?: unknown; message?: unknown; error_data?: { details?: unknown } } }
function refusalOf(status: number, text: string): WhatsAppError {
  let error: Refusal['error']
  try {
    error = (JSON.parse(text) as Refusal).error
  } catch {
    // The reply came from a proxy and not from Meta.
  }
  const code = typeof error?.code === 'number' ? error.code : null
  const said = [error?.message, error?.error_data?.details].filter((part) => typeof part === 'string' && part)
  return new WhatsAppError(faultOf(status, code), said.join(' · ').slice(0, WORDS_MAX) || `HTTP ${status}`, code)
}
