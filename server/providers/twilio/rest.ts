import { VoiceError, type VoiceFault } from '../voice/voice.ts'

/** An account of Twilio or of the exchange, with its token in clear. */
export type TwilioAccount = {
  /** `https://api.twilio.com`, or the exchange; never an address of a tenant. */
  baseUrl: string
  accountSid: string
  authToken: string
  /** Called with each answer: the refusal of the account's secrets, or undefined. */
  onAnswer?: ((refused: VoiceError | undefined) => void) | undefined
}
type Form = Record<string, string | number | boolean | readonly string[] | undefined>

const ANSWER_MS = 10_000
/** Timeout of media downloads; long calls have large files. */
const MEDIA_MS = 600_000
const ANSWER_BYTES = 4_194_304

/** Maps Twilio's error codes; others are mapped by HTTP status. */
const FAULTS: Record<number, VoiceFault> = {
  20003: 'credentials',
  20404: 'not_found',
  20429: 'unavailable',
  21421: 'taken',
  21422: 'taken',
  21404: 'needs_address',
  21615: 'needs_address',
  21631: 'needs_address',
  21649: 'needs_address',
}

export type Twilio = ReturnType<typeof openTwilio>

/** One account's REST API, 2010-04-01. Throws only VoiceError. */
export function openTwilio({ baseUrl, accountSid, authToken, onAnswer }: TwilioAccount) {
  const account = `${baseUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`

  /** `path` is relative to the account (`/Calls.json`), or a whole address. Returns answers of any status. */
  async function send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form: Form = {},
    ms: number = ANSWER_MS,
  ): Promise<Response> {
    const fields = toFields(form).toString()
    const address = path.startsWith('/') ? account + path : path
    const url = method === 'GET' && fields ? `${address}?${fields}` : address
    try {
      return await fetch(url, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(method === 'POST' && { body: fields }),
        // Redirects are never followed.
        redirect: 'error',
        signal: AbortSignal.timeout(ms),
      })
    } catch (error) {
      throw new VoiceError('unavailable', `The provider did not answer: ${(error as Error).message}`, undefined, {
        cause: error,
      })
    }
  }

  async function json<T>(method: 'GET' | 'POST' | 'DELETE', path: string, form?: Form): Promise<T> {
    const answer = await send(method, path, form)
    const text = await readText(answer)
    if (!answer.ok) throw heard(faultOf(answer.status, text))
    onAnswer?.(undefined)
    try {
      return (text ? JSON.parse(text) : {}) as T
    } catch {
      throw new VoiceError('unavailable', 'The provider answered with something else than JSON')
    }
  }

  /** An outage says nothing about the secrets. */
  function heard(error: VoiceError): VoiceError {
    if (error.fault !== 'unavailable') onAnswer?.(error.fault === 'credentials' ? error : undefined)
    return error
  }

  return {
    get: <T>(path: string, query?: Form) => json<T>('GET', path, query),
    post: <T>(path: string, form: Form) => json<T>('POST', path, form),
    /** Idempotent: a missing resource counts as deleted. */
    async remove(path: string) {
      await json('DELETE', path).catch((error: VoiceError) => {
        if (error.fault !== 'not_found') throw error
      })
    },
    /** The media; undefined if there is none. */
    async media(path: string, query: Form): Promise<Response | undefined> {
      const answer = await send('GET', path, query, MEDIA_MS)
      if (answer.ok) return answer
      const fault = heard(faultOf(answer.status, await readText(answer)))
      if (fault.fault === 'not_found') return undefined
      throw fault
    },
  }
}

const toFields = (form: Form) =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, value]) =>
      value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  )

async function readText(answer: Response): Promise<string> {
  try {
    const bytes = await answer.arrayBuffer()
    return Buffer.from(bytes.slice(0, ANSWER_BYTES)).toString('utf8')
  } catch (error) {
    throw new VoiceError('unavailable', `The provider's answer broke off: ${(error as Error).message}`)
  }
}

function faultOf(status: number, text: string): VoiceError {
  let [code, message]: [number | undefined, string] = [undefined, `HTTP ${status}`]
  try {
    const body = JSON.parse(text) as { code?: unknown; message?: unknown }
    if (typeof body.code === 'number') code = body.code
    if (typeof body.message === 'string') message = body.message.slice(0, 300)
  } catch {
    // The reply came from a proxy and not from the provider.
  }
  return new VoiceError((code && FAULTS[code]) || faultOfStatus(status), message, code)
}

function faultOfStatus(status: number): VoiceFault {
  if (status === 401 || status === 403) return 'credentials'
  if (status === 404) return 'not_found'
  return status >= 500 || status === 429 ? 'unavailable' : 'refused'
}
