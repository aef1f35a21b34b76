import { createHash, randomBytes } from 'node:crypto'

/**
 * SIP messages of the test agent, handled by plain text search. It shares no code with the exchange, so that a bug
 * cannot cancel itself out.
 */
export const random = (): string => randomBytes(7).toString('hex')

const SHORT: Record<string, string> = { via: 'v', from: 'f', to: 't', 'call-id': 'i', contact: 'm' }

/** Returns all values of a header, in order. */
export function fields(text: string, name: string): string[] {
  const short = SHORT[name.toLowerCase()]
  const names = short ? `(?:${name}|${short})` : name
  const head = text.split('\r\n\r\n', 1)[0] ?? ''
  return [...head.matchAll(new RegExp(`^${names}[ \\t]*:[ \\t]*(.*?)\\r?$`, 'gim'))].map((match) => match[1] ?? '')
}

export const field = (text: string, name: string): string => fields(text, name)[0] ?? ''
export const bodyOf = (text: string): string => text.slice(text.indexOf('\r\n\r\n') + 4)
export const methodOf = (text: string): string => (text.startsWith('SIP/2.0') ? '' : (text.split(' ', 1)[0] ?? ''))
export const statusOf = (text: string): number => Number(/^SIP\/2\.0 (\d{3})/.exec(text)?.[1] ?? 0)
export const tagIn = (value: string): string => /;tag=([^;\s]+)/i.exec(value)?.[1] ?? ''
export const uriIn = (value: string): string => /<([^>]+)>/.exec(value)?.[1] ?? value
export const sequenceOf = (text: string): number => Number.parseInt(field(text, 'CSeq'), 10)
export const sequenceMethodOf = (text: string): string => field(text, 'CSeq').split(/\s+/)[1] ?? ''

export function compose(first: string, lines: string[], body = ''): string {
  const type = body ? ['Content-Type: application/sdp'] : []
  return [first, ...lines, ...type, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')
}

/** Composes the response to a request, with the headers that must be copied from it. */
export function reply(request: string, status: string, { tag = '', lines = [] as string[], body = '' } = {}): string {
  const to = field(request, 'To')
  const copied = ['Via', 'Record-Route'].flatMap((name) => fields(request, name).map((value) => `${name}: ${value}`))
  return compose(
    `SIP/2.0 ${status}`,
    [
      ...copied,
      `From: ${field(request, 'From')}`,
      `To: ${tagIn(to) || !tag ? to : `${to};tag=${tag}`}`,
      `Call-ID: ${field(request, 'Call-ID')}`,
      `CSeq: ${field(request, 'CSeq')}`,
      ...lines,
    ],
    body,
  )
}

export type Account = { username: string; password: string }

/** Returns the header that answers a 401 or 407 (RFC 2617). */
export function proofLine(refusal: string, account: Account, method: string, uri: string): string {
  const proxied = statusOf(refusal) === 407
  const challenge = field(refusal, proxied ? 'Proxy-Authenticate' : 'WWW-Authenticate')
  const value = (name: string) => new RegExp(`${name}="?([^",]+)"?`).exec(challenge)?.[1] ?? ''
  const hash = (...parts: string[]) => createHash('md5').update(parts.join(':')).digest('hex')
  const own = random()
  const [realm, nonce] = [value('realm'), value('nonce')]
  const secret = hash(account.username, realm, account.password)
  const response = hash(secret, nonce, '00000001', own, 'auth', hash(method, uri))
  const said = `username="${account.username}", realm="${realm}", nonce="${nonce}", uri="${uri}", response="${response}"`
  return `${proxied ? 'Proxy-' : ''}Authorization: Digest ${said}, algorithm=MD5, cnonce="${own}", nc=00000001, qop=auth`
}
