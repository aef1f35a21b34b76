import { splitOverrides } from '../hooks/overrides.ts'
import type { Params } from '../hooks/signature.ts'
import { type Instructions, parseTwiml, TwimlError } from '../twiml/parse.ts'
import type { LiveCall } from './live-call.ts'

const HOOK_FAILED = 11200
const INVALID_URL = 11100

/** Source of a call's next instructions: a webhook, or literal TwiML. */
export type Source =
  | { address: string; method: 'GET' | 'POST'; params?: Params; fallback?: Fallback }
  | { twiml: string; fallback?: Fallback }
export type Fallback = { address: string; method: 'GET' | 'POST' }

export type Found = Instructions & {
  /** Base URL of the document, for relative URLs in it. */
  base: string | undefined
}

/**
 * Fetches and parses the next instructions; if that fails, those of the fallback. Returns undefined if both failed,
 * which is logged.
 */
export async function findInstructions(call: LiveCall, source: Source): Promise<Found | undefined> {
  const first = await tryRead(call, source)
  if (!(first instanceof TwimlError)) return first
  const failedUrl = 'address' in source ? splitOverrides(source.address).url : ''
  report(call, first, failedUrl)
  if (!source.fallback || call.ended) return undefined
  const { address, method } = source.fallback
  const params = { ErrorCode: String(first.code), ErrorUrl: failedUrl }
  const second = await tryRead(call, { address, method, params })
  if (!(second instanceof TwimlError)) return second
  report(call, second, address)
  return undefined
}

/** Resolves a URL in a document. An absolute URL stays byte for byte unchanged, because the signature covers it. */
export function resolveAddress(base: string | undefined, address: string): string | undefined {
  if (/^https?:\/\//i.test(address)) return address
  try {
    return new URL(address, base && splitOverrides(base).url).href
  } catch {
    return undefined
  }
}

export const readMethod = (text: string | undefined): 'GET' | 'POST' => (text?.toUpperCase() === 'GET' ? 'GET' : 'POST')

async function tryRead(call: LiveCall, source: Source): Promise<Found | TwimlError> {
  try {
    if ('twiml' in source) return warned(call, { ...parseTwiml(source.twiml), base: undefined })
    if (!/^https?:\/\//i.test(source.address)) return new TwimlError(INVALID_URL, `Invalid URL: ${source.address}`)
    const { address, method, params } = source
    const { sid, authToken } = call
    const reply = await call.core.hooks.ask({
      kind: 'instructions',
      sid,
      address,
      method,
      // The call's own parameters override those in the URL.
      params: { ...params, ...call.params() },
      authToken,
    })
    if (reply.failure) return new TwimlError(HOOK_FAILED, `HTTP retrieval failure: ${reply.status ?? reply.text}`)
    return warned(call, { ...parseTwiml(reply.text, reply.type), base: reply.redirectedTo ?? address })
  } catch (error) {
    if (error instanceof TwimlError) return error
    throw error
  }
}

function warned(call: LiveCall, found: Found): Found {
  for (const { code, message } of found.warnings) {
    call.core.log('warning', { sid: call.sid, code, message })
    call.core.violations.add(`twiml ${code}`, message)
  }
  return found
}

function report(call: LiveCall, error: TwimlError, url: string) {
  call.core.log('error', { sid: call.sid, code: error.code, message: error.message, url })
}
