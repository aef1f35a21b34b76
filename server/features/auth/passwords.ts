import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { dictionary } from '@zxcvbn-ts/language-common'
import { PASSWORD_MIN } from '#contract/auth/auth.ts'
import { invalidInput } from '../../platform/http/errors.ts'

type Parameters = { memory: number; passes: number; parallelism: number }

// OWASP's password storage cheat sheet: argon2id with 19 MiB, two passes, one lane.
const CURRENT: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const HASH_BYTES = 32
const VERSION = 19

const derive = promisify(argon2)
/** The same letters may be typed as different code points (accents, full-width forms). */
const normalized = (password: string) => Buffer.from(password.normalize('NFKC'))
const run = (password: string, salt: Buffer, { memory, passes, parallelism }: Parameters) =>
  derive('argon2id', { message: normalized(password), nonce: salt, memory, passes, parallelism, tagLength: HASH_BYTES })

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const format = (salt: Buffer, hash: Buffer, { memory, passes, parallelism }: Parameters) =>
  `$argon2id$v=${VERSION}$m=${memory},t=${passes},p=${parallelism}$${encode(salt)}$${encode(hash)}`

/** In the PHC format, which names its parameters: older hashes stay valid when the parameters change. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format(salt, await run(password, salt, CURRENT), CURRENT)
}

const NOBODYS = format(Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES), CURRENT)
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/

/** Without a stored hash the same work is done, so that the time does not reveal whether the account exists. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(stored ?? NOBODYS) ?? []
  if (!memory) throw new Error('a stored password hash cannot be read')
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const found = await run(password, Buffer.from(salt, 'base64'), parameters)
  const expected = Buffer.from(hash, 'base64')
  return typeof stored === 'string' && found.length === expected.length && timingSafeEqual(found, expected)
}

/** Made with other parameters than the current ones; replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const [, memory, passes, parallelism] = PHC.exec(stored) ?? []
  const { memory: m, passes: t, parallelism: p } = CURRENT
  return `${memory} ${passes} ${parallelism}` !== `${m} ${t} ${p}`
}

const ownList = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
/** Passwords found most often in breaches, and repetitions, rows of keys and years that such lists leave out. */
const common = new Set([...(dictionary['passwords-common'] as string[]), ...ownList])

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase()

export const isCommonPassword = (password: string) => common.has(plain(password))

/** Facts that an attacker knows about one person. */
export type Owner = { name?: string | null; email?: string | null; phone?: string | null }

const PRODUCT = ['leadline', 'לידליין']
const WORD_MIN = 2

/** Whether the password consists only of the person's name, address and phone, the product's name, digits and signs. */
export function isPersonalPassword(password: string, { name, email, phone }: Owner): boolean {
  const digits = password.replace(/\D/g, '')
  if (phone && digits.length >= PASSWORD_MIN && phone.endsWith(digits.replace(/^0/, ''))) return isDigitsAlone(password)
  const words = plain([...PRODUCT, name, email].filter(Boolean).join(' '))
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length >= WORD_MIN)
    .sort((a, b) => b.length - a.length)
  const letters = plain(password).replace(/[^\p{L}]/gu, '')
  return letters !== '' && words.reduce((rest, word) => rest.replaceAll(word, ''), letters) === ''
}

const isDigitsAlone = (password: string) => /^[\d\s+()-]+$/.test(password)

/** Why a new password is refused, as a key of errors.json. */
export const weaknessOf = (password: string, owner: Owner) =>
  isCommonPassword(password) ? 'password_common' : isPersonalPassword(password, owner) ? 'password_personal' : undefined

export function requireStrong(password: string, owner: Owner, path = 'password') {
  const weakness = weaknessOf(password, owner)
  if (weakness) throw invalidInput(path, weakness)
}
