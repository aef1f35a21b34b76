import { DigestGuard, readDigest } from './digest.ts'
import { headerOf } from './message.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { readUri } from './uri.ts'

/** A SIP phone's account. */
export type SipUser = {
  username: string
  password: string
  /** The account's caller ID, and the number under which it is rung. */
  e164?: string | undefined
  /** The softphone identity that the account represents: `<Dial><Client>` rings it, and it calls as `client:…`. */
  identity?: string | undefined
}

/**
 * Number of wrong passwords in a minute after which an address is locked out of that user name for a minute. It can
 * still use other names, because all phones of an office share an address.
 */
const MOST_FAILURES = 20
const MINUTE = 60_000
const FAILURES_KEPT = 10_000

/** Stores the accounts and authenticates their phones. */
export class SipUsers {
  readonly all: readonly SipUser[]
  readonly #guard: DigestGuard
  readonly #failures = new Map<string, { count: number; until: number }>()

  constructor(users: readonly SipUser[], realm: string) {
    this.all = users
    this.#guard = new DigestGuard(realm)
  }

  named(username: string): SipUser | undefined {
    return this.all.find((user) => user.username === username)
  }

  /** Returns the authenticated user. Otherwise challenges the request, or refuses it after too many failures. */
  authenticate(transaction: ServerTransaction): SipUser | undefined {
    const { request, remote } = transaction
    const proxied = request.method !== 'REGISTER'
    const fields = readDigest(headerOf(request, proxied ? 'proxy-authorization' : 'authorization'))
    const user = fields && this.named(fields.get('username') ?? '')
    // All unknown names share one counter.
    const who = `${remote.host} ${user?.username ?? ''}`
    if (fields && this.#isShutOut(who)) {
      transaction.respond(403)
      return undefined
    }
    const verdict = user && this.#guard.check(fields, user.password, { method: request.method, uri: request.uri })
    if (user && verdict === 'accepted') return user
    if (fields && verdict !== 'stale') this.#failed(who)
    const challenge = this.#guard.challenge(verdict === 'stale')
    if (proxied) transaction.respond(407, { lines: [['Proxy-Authenticate', challenge]] })
    else transaction.respond(401, { lines: [['WWW-Authenticate', challenge]] })
    return undefined
  }

  #isShutOut(who: string): boolean {
    const failures = this.#failures.get(who)
    return failures !== undefined && failures.until > Date.now() && failures.count >= MOST_FAILURES
  }

  #failed(who: string): void {
    const known = this.#failures.get(who)
    const running = known !== undefined && known.until > Date.now()
    if (!running && this.#failures.size >= FAILURES_KEPT) this.#failures.clear()
    this.#failures.set(who, running ? { ...known, count: known.count + 1 } : { count: 1, until: Date.now() + MINUTE })
  }
}

/** Returns the user part of a URI; the digits of a number stay as dialled. */
export function userOf(uri: string): string {
  return readUri(uri)?.user ?? ''
}
