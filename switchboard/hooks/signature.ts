import { createHmac } from 'node:crypto'

export type Params = Record<string, string | string[]>

/**
 * The vendor's signature of a webhook: an HMAC-SHA1, keyed with the account's token, of the exact URL and, for a form,
 * each key and value in the order of the keys. If a key has several values, each distinct value is included once, in
 * order. Verified against the vendor's package.
 */
export function sign(authToken: string, url: string, params: Params): string {
  const text = Object.keys(params)
    .sort()
    .map((key) => key + valuesOf(params[key]).join(key))
    .join('')
  return createHmac('sha1', authToken)
    .update(url + text)
    .digest('base64')
}

function valuesOf(value: string | string[] | undefined): string[] {
  return Array.isArray(value) ? [...new Set(value)].sort() : [value ?? '']
}
