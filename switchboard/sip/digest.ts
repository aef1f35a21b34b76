import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { cutOutside, readParameters } from './lexer.ts'

export type Credentials = { username: string; password: string }
export type DigestFields = Map<string, string>

const NONCE_LIFE_MS = 300_000
const NONCES_KEPT = 10_000

/** Parses `Digest a="1", b=2`; returns undefined for another scheme or a malformed value. */
export function readDigest(value: string): DigestFields | undefined {
  const [, fields] = /^Digest\s+(.+)$/i.exec(value) ?? []
  return fields === undefined ? undefined : readParameters(cutOutside(fields, ',') ?? [''])
}

type Proof = Credentials & { realm: string; nonce: string; method: string; uri: string; count?: string; own?: string }

/**
 * Computes a digest response (RFC 2617) with MD5, the only algorithm that SIP phones support. With `own` (the cnonce),
 * it uses qop=auth.
 */
export function digestResponse({ username, password, realm, nonce, method, uri, count, own }: Proof): string {
  const first = md5(`${username}:${realm}:${password}`)
  const second = md5(`${method}:${uri}`)
  return own === undefined
    ? md5(`${first}:${nonce}:${second}`)
    : md5(`${first}:${nonce}:${count}:${own}:auth:${second}`)
}

/** Returns the header that answers a challenge; undefined if its algorithm or qop is not supported. */
export function answerChallenge(challenge: string, who: Credentials, what: { method: string; uri: string }) {
  const fields = readDigest(challenge)
  const [realm, nonce] = [fields?.get('realm'), fields?.get('nonce')]
  if (!fields || realm === undefined || !nonce || (fields.get('algorithm') ?? 'MD5').toUpperCase() !== 'MD5')
    return undefined
  const offered = fields.get('qop')
  if (offered !== undefined && !offered.split(',').some((word) => word.trim() === 'auth')) return undefined
  const proof: Proof = { ...who, ...what, realm, nonce }
  if (offered !== undefined) Object.assign(proof, { count: '00000001', own: randomBytes(8).toString('hex') })
  const opaque = fields.get('opaque')
  return [
    `Digest username="${who.username}", realm="${realm}", nonce="${nonce}", uri="${what.uri}"`,
    `response="${digestResponse(proof)}", algorithm=MD5`,
    ...(proof.own === undefined ? [] : [`qop=auth, nc=${proof.count}, cnonce="${proof.own}"`]),
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
  ].join(', ')
}

export type DigestVerdict = 'accepted' | 'wrong' | 'stale'

/**
 * Challenges phones and verifies their responses. Nonces are signed and expire after five minutes; the nonce count must
 * increase.
 */
export class DigestGuard {
  readonly realm: string
  readonly #secret = randomBytes(32)
  readonly #counts = new Map<string, number>()

  constructor(realm: string) {
    this.realm = realm
  }

  challenge(stale: boolean, now = Date.now()): string {
    const seed = `${now.toString(36)}.${randomBytes(6).toString('hex')}`
    const nonce = `${seed}.${this.#sign(seed)}`
    return `Digest realm="${this.realm}", nonce="${nonce}", algorithm=MD5, qop="auth"${stale ? ', stale=true' : ''}`
  }

  check(
    fields: DigestFields,
    password: string,
    what: { method: string; uri: string },
    now = Date.now(),
  ): DigestVerdict {
    const [username = '', nonce = '', own, count = '', said = ''] = [
      'username',
      'nonce',
      'cnonce',
      'nc',
      'response',
    ].map((name) => fields.get(name))
    if (fields.get('realm') !== this.realm || fields.get('qop') !== 'auth' || own === undefined) return 'wrong'
    if (fields.get('uri') !== what.uri || !/^[\da-f]{8}$/i.test(count)) return 'wrong'
    const proof: Proof = { username, password, realm: this.realm, nonce, ...what, count, own }
    if (!sameText(said, digestResponse(proof))) return 'wrong'
    return this.#isFresh(nonce, now) && this.#countsUp(nonce, Number.parseInt(count, 16)) ? 'accepted' : 'stale'
  }

  #isFresh(nonce: string, now: number): boolean {
    const [time = '', salt = '', signature = ''] = nonce.split('.')
    const age = now - Number.parseInt(time, 36)
    return sameText(signature, this.#sign(`${time}.${salt}`)) && age >= 0 && age < NONCE_LIFE_MS
  }

  #countsUp(nonce: string, count: number): boolean {
    if (count <= (this.#counts.get(nonce) ?? 0)) return false
    this.#counts.set(nonce, count)
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > NONCES_KEPT && oldest !== undefined) this.#counts.delete(oldest)
    return true
  }

  #sign(text: string): string {
    return createHmac('sha256', this.#secret).update(text).digest('hex').slice(0, 32)
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex')

function sameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}
