import { randomInt } from 'node:crypto'
import { KEY_PREFIX } from '../../platform/http/client.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const NAME_LENGTH = 8
/** 62^43 is more than 2^256. */
const SECRET_LENGTH = 43
const SHOWN_END = 4

const randomText = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** `lk_live_<8 letters of its name>_<43 secret letters>`, and the hint that may be shown later. */
export function newKey(): { key: string; hint: string } {
  const [name, secret] = [randomText(NAME_LENGTH), randomText(SECRET_LENGTH)]
  return { key: `${KEY_PREFIX}${name}_${secret}`, hint: `${KEY_PREFIX}${name}…${secret.slice(-SHOWN_END)}` }
}
