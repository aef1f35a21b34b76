import { createHmac } from 'node:crypto'
import { isSameSignature } from '../../platform/http/signed-hooks.ts'

/**
 * The signature of a hook by Twilio's documentation: HMAC-SHA1, keyed with the account's token, of the exact address followed
 * by each name and value of the form, sorted by name; distinct values of one name once each, sorted.
 */
export function signHook(authToken: string, url: string, form: [name: string, value: string][]): string {
  const names = [...new Set(form.map(([name]) => name))].sort()
  const valuesOf = (name: string) => [...new Set(form.filter(([other]) => other === name).map(([, value]) => value))]
  const text = names
    .map((name) =>
      valuesOf(name)
        .sort()
        .map((value) => name + value)
        .join(''),
    )
    .join('')
  return createHmac('sha1', authToken)
    .update(Buffer.from(url + text))
    .digest('base64')
}

type SignedHook = {
  /** Public address: PUBLIC_URL and the raw target of the request. */
  url: string
  /** The form's raw bytes. */
  body: Uint8Array
  signature: string | undefined
}

/** Whether one of the tokens signed it: the current one, or the previous one during a change. Never throws. */
export function isSignedHook({ url, body, signature }: SignedHook, tokens: readonly string[]): boolean {
  if (!signature) return false
  const form = [...new URLSearchParams(Buffer.from(body).toString('utf8'))]
  const addresses = withAndWithoutPort(url)
  // All tokens are compared, so that the duration reveals nothing.
  const answers = tokens.flatMap((token) =>
    addresses.map((address) => isSameSignature(signHook(token, address, form), signature)),
  )
  return answers.includes(true)
}

/** Twilio signs addresses with or without the scheme's default port. */
function withAndWithoutPort(url: string): string[] {
  const parts = /^(https?):\/\/([^/?]*)(.*)$/is.exec(url)
  if (!parts) return [url]
  const [, scheme = '', host = '', rest = ''] = parts
  const port = scheme.toLowerCase() === 'https' ? ':443' : ':80'
  if (host.endsWith(port)) return [url, `${scheme}://${host.slice(0, -port.length)}${rest}`]
  return /:\d+$/.test(host) ? [url] : [url, `${scheme}://${host}${port}${rest}`]
}
