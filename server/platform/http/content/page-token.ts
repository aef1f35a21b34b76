import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { derivedKey } from '../../derived-key.ts'

const MAC_LENGTH = 22

/** A public page: what kind it is, and its key in the address. */
type Page = { kind: 'form' | 'booking'; key: string }
/** A signed token with the time and address of a public page; unique by its nonce. */
export function newPageToken(secretKey: string, page: Page, now: Date): string {
  const words = `${now.getTime().toString(36)}.${randomBytes(9).toString('base64url')}`
  return `${words}.${macOf(secretKey, page, words)}`
}

const macOf = (secretKey: string, { kind, key }: Page, words: string) =>
  createHmac('sha256', derivedKey(secretKey, kind)).update(`${key}.${words}`).digest('base64url').slice(0, MAC_LENGTH)

/** Age of the token’s page in milliseconds; undefined: the token is invalid or of another page. */
export function pageAge(secretKey: string, page: Page, { token, now }: { token: string; now: Date }) {
  const [, words = '', at = '', mac = ''] = /^((\w{8,12})\.[\w-]{12})\.([\w-]{22})$/.exec(token) ?? []
  if (!words || !timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secretKey, page, words)))) return undefined
  return now.getTime() - Number.parseInt(at, 36)
}
