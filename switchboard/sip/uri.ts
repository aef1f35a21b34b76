import { readParameters } from './lexer.ts'

export type SipUri = { user: string; host: string; port: number; parameters: Map<string, string> }

export const DEFAULT_PORT = 5060
const URI =
  /^sip:(?:([^@\s<>"]{1,128})@)?([a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?)(?::(\d{1,5}))?((?:;[^;?\s<>"]{1,128}){0,16})$/i

/** Parses a `sip:` URI without headers. `sips:` and `tel:` are not supported. */
export function readUri(text: string): SipUri | undefined {
  const [, user = '', host, port, tail = ''] = URI.exec(text) ?? []
  if (!host) return undefined
  const parameters = readParameters(tail.split(';').slice(1))
  const number = port === undefined ? DEFAULT_PORT : Number(port)
  if (!parameters || number < 1 || number > 65_535) return undefined
  const [name] = user.split(/[:;]/)
  return { user: decode(name ?? ''), host, port: number, parameters }
}

/** Writes `sip:user@host:port` with the user escaped. */
export function writeUri(user: string, host: string, port: number): string {
  return `sip:${user ? `${encodeURIComponent(user).replaceAll('%2B', '+')}@` : ''}${host}:${port}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
