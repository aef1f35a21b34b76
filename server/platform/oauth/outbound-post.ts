import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { guardedLookup, isListed, type OutboundRules } from './outbound.ts'
import { NotPublic } from './public-addresses.ts'

export type OutboundPost = {
  url: URL
  headers: Record<string, string>
  body: string
  timeoutMs: number
  /** Bytes of the answer that are read; what follows is not. */
  answerMax: number
  /** Ends the request early. */
  signal?: AbortSignal
}
export type OutboundAnswer = { status: number; retryAfter: string | undefined; answer: string }

const defaultPort = ({ protocol }: URL) => (protocol === 'https:' ? 443 : 80)

/**
 * Checks an address that a member typed, as far as that is possible without a connection: https to a usual port of the
 * internet, or a host that the operator lists. Throws NotPublic.
 */
export function checkOutbound(url: URL, rules: OutboundRules) {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isListed(url.hostname, rules.allowed)))
    throw new NotPublic(`${url.origin} is not reached by https`)
  return guardedLookup({ host: url.hostname, port: Number(url.port) || defaultPort(url) }, rules)
}

/** As checkOutbound, also for what the name leads to now. A name that leads nowhere may do so later. */
export function checkResolved(url: URL, rules: OutboundRules): Promise<void> {
  const lookup = checkOutbound(url, rules)
  return new Promise((resolve, reject) => {
    lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
      error instanceof NotPublic ? reject(error) : resolve(),
    )
  })
}

/**
 * Sends a body to an address that a member typed. Redirects are not followed, and an answer counts with its status,
 * however long the rest of it is. A certificate must be valid; hosts that the operator lists may do without https.
 */
export async function postOutbound(sent: OutboundPost, rules: OutboundRules): Promise<OutboundAnswer> {
  const { url, headers, body, timeoutMs, answerMax, signal } = sent
  const lookup = checkOutbound(url, rules)
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup,
    agent: false,
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  } as const
  return new Promise((resolve, reject) => {
    let reply: Promise<OutboundAnswer> | undefined
    const request = url.protocol === 'https:' ? requestSecure : requestPlain
    const asked = request(url, options, (response) => {
      reply = beginningOf(response, answerMax)
      void reply.then(resolve)
    })
    asked.on('error', (error) => reply ?? reject(error))
    asked.end(body)
  })
}

/** Status and the beginning of an answer, which may break off. */
function beginningOf(response: IncomingMessage, max: number): Promise<OutboundAnswer> {
  const { statusCode = 0, headers } = response
  return new Promise((resolve) => {
    const parts: Buffer[] = []
    let size = 0
    const finish = () => {
      response.destroy()
      const answer = Buffer.concat(parts).subarray(0, max).toString('utf8').replaceAll('\0', '')
      resolve({ status: statusCode, retryAfter: headers['retry-after'], answer })
    }
    response.on('data', (part: Buffer) => {
      parts.push(part)
      size += part.length
      if (size >= max) finish()
    })
    response.on('end', finish).on('error', finish).on('close', finish)
  })
}
