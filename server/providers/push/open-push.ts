import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress, NotPublic, publicLookup } from '../../platform/oauth/public-addresses.ts'
import { RefusedForGood } from '../mail/mail.ts'
import { isUnreached, NeverSent } from '../unreached.ts'
import { encryptPush } from './encryption.ts'
import { PushGone, PushPostponed, type PushProvider } from './push.ts'
import { vapidHeader, vapidKeysOf } from './vapid.ts'

/** How long a push service keeps a notification for a device that is off. */
const TTL_SECONDS = 86_400
const TIMEOUT_MS = 10_000
const RETRY_AFTER_MAX = 21_600

type Answer = { status: number; headers: IncomingHttpHeaders }
type Sent = { headers: Record<string, string>; body: Buffer }
export type Post = (url: URL, sent: Sent) => Promise<Answer>
type PushOptions = { secretKey: string; operatorEmail: string; now: () => Date; post?: Post }

/**
 * Speaks to the push services of the browsers. An endpoint is a customer's input, so only https requests to the internet
 * are made, and redirects are not followed.
 */
export function openPush({ secretKey, operatorEmail, now, post = postPublic() }: PushOptions): PushProvider {
  const keys = vapidKeysOf(secretKey)
  return {
    publicKey: keys.publicKey.toString('base64url'),
    async send({ to, text, urgency, topic }) {
      const { endpoint } = to
      const body = encryptPush(text, to)
      const authorization = vapidHeader(keys, { endpoint, subject: `mailto:${operatorEmail}`, now: now() })
      const type = { 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' }
      const headers = { ...type, authorization, ttl: String(TTL_SECONDS), urgency, topic }
      const answer = await post(new URL(endpoint), { headers, body }).catch((error: unknown) => {
        if (error instanceof NotPublic) throw new PushGone(error.message)
        throw isUnreached(error) ? new NeverSent('the push service could not be reached', { cause: error }) : error
      })
      refuse(answer, now())
    },
  }
}

/** RFC 8030: 404 and 410 end the subscription. Other refusals of this message are final but for those of a busy service. */
function refuse({ status, headers }: Answer, now: Date) {
  if (status >= 200 && status < 300) return
  const message = `the push service replied ${status}`
  if (status === 404 || status === 410) throw new PushGone(message)
  if (status === 429 || status >= 500) throw new PushPostponed(message, secondsOf(headers['retry-after'], now))
  throw new RefusedForGood(message)
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function secondsOf(retryAfter: string | undefined, now: Date): number {
  if (!retryAfter) return 0
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - now.getTime()) / 1_000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), RETRY_AFTER_MAX)
}

/** Sends to public addresses only; the address that is checked is the one that is connected to. */
export const postPublic =
  (lookup: LookupFunction = publicLookup()): Post =>
  (url, { headers, body }) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // An address is connected to without a look-up.
    if (url.protocol !== 'https:' || (isIP(host) && !isPublicAddress(host)))
      return Promise.reject(new NotPublic(`${url.origin} is not on the internet`))
    return new Promise((resolve, reject) => {
      const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, lookup, agent: false }
      const asked = request(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) }, (reply) => {
        // What it says is not needed, so a large answer costs nothing.
        reply.destroy()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers })
      })
      asked.on('error', reject)
      asked.end(body)
    })
  }
