import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { checkOutbound } from '../../platform/oauth/outbound-post.ts'
import { NotPublic } from '../../platform/oauth/public-addresses.ts'
import { WhatsAppError } from './whatsapp-errors.ts'

/** Where Meta keeps files of messages: as its documentation of media names it, and its content networks. */
const hosts = /^(lookaside\.fbsbx\.com|([a-z0-9-]+\.)+(fbcdn|whatsapp)\.net)$/
/** Ids of files are digits. One comes with a hook, which a business may have signed itself, and becomes part of an address. */
const MEDIA_ID = /^\d{1,32}$/
const HTTPS = [443]

export function requireMediaId(id: string): string {
  if (!MEDIA_ID.test(id)) throw new WhatsAppError('refused', 'The id of the file is not of WhatsApp')
  return id
}

type Wanted = { url: string; graphUrl: string; token: string; timeoutMs: number }
/**
 * Asks for a file at the address that Meta named: one of Meta's hosts by https, or the server in place of Meta. Redirects are
 * not followed, and a name that leads into a network of its own is refused. Throws WhatsAppError.
 */
export async function requestMedia({ url: given, graphUrl, token, timeoutMs }: Wanted): Promise<IncomingMessage> {
  const url = new URL(given)
  const lookup = lookupOf(url, new URL(graphUrl))
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  // As fetch names itself.
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'node' }
  const options = { headers, lookup, agent: false, signal: AbortSignal.timeout(timeoutMs) }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, resolve)
    asked.on('error', (error) =>
      reject(new WhatsAppError('unavailable', `Meta did not answer: ${error.message}`, null, { cause: error })),
    )
    asked.end()
  })
}

function lookupOf(url: URL, graph: URL) {
  const isGraph = url.origin === graph.origin
  try {
    if (!isGraph && !hosts.test(url.hostname)) throw new NotPublic(`${url.origin} is no host of Meta`)
    // Where Graph is, the operator says: in a demo on this machine.
    return checkOutbound(url, { allowed: isGraph ? [graph.hostname.replace(/^\[|\]$/g, '')] : [], ports: HTTPS })
  } catch (error) {
    if (!(error instanceof NotPublic)) throw error
    throw new WhatsAppError('refused', 'The file is not at Meta', null, { cause: error })
  }
}
