import type { Binding, BindingsKept } from '../legs.ts'
import { SIP_LIMITS } from './limits.ts'
import { type Address, type HeaderLine, headerOf, type SipRequest } from './message.ts'
import { readAddresses } from './parse.ts'
import type { ServerTransaction } from './server-transaction.ts'
import { readUri } from './uri.ts'
import { type SipUser, type SipUsers, userOf } from './users.ts'

export type RegistrarListener = {
  onChange(user: SipUser, phones: number): void
}

const DEFAULT_SECONDS = 3_600

/** Stores the contacts of each user's phones (RFC 3261 10.3). */
export class Registrar {
  readonly #users: SipUsers
  readonly #listener: RegistrarListener
  readonly #kept: BindingsKept

  constructor(users: SipUsers, kept: BindingsKept, listener: RegistrarListener) {
    this.#users = users
    this.#kept = kept
    this.#listener = listener
  }

  bindingsOf({ username }: SipUser, now = Date.now()): Binding[] {
    return this.#kept.of(username).filter(({ expires }) => expires > now)
  }

  serve(transaction: ServerTransaction): void {
    const user = this.#users.authenticate(transaction)
    if (!user) return
    const { request } = transaction
    if (userOf(request.to.uri) !== user.username) {
      transaction.respond(403)
      return
    }
    const written = request.headers.get('contact') ?? []
    if (written.length === 1 && written[0] === '*') {
      this.#forgetAll(user, transaction)
      return
    }
    const contacts = written.length > 0 ? readAddresses(written) : []
    if (!contacts?.every(({ uri }) => readUri(uri))) {
      transaction.respond(400)
      return
    }
    const wished = contacts.map((contact) => ({ contact, seconds: secondsOf(contact, request) }))
    const { min } = SIP_LIMITS.registrationSeconds
    if (wished.some(({ seconds }) => seconds > 0 && seconds < min)) {
      transaction.respond(423, { lines: [['Min-Expires', min]] })
      return
    }
    const bindings = this.#merge(user, wished, transaction)
    if (!bindings) {
      transaction.respond(500)
      return
    }
    this.#store(user, bindings)
    transaction.respond(200, { lines: bindings.map(contactLine) })
  }

  /**
   * Merges the wished contacts into the stored ones; returns undefined if the request is older than the stored state.
   * If a phone has moved and registers a new contact, its old contact is removed. Above the limit, the oldest
   * registrations are dropped.
   */
  #merge(
    user: SipUser,
    wished: { contact: Address; seconds: number }[],
    { request: { callId, cseq }, remote }: ServerTransaction,
  ): Binding[] | undefined {
    const known = this.bindingsOf(user)
    const isOld = (binding: Binding) => binding.callId === callId && binding.sequence >= cseq.number
    if (wished.length > 0 && known.some(isOld)) return undefined
    const isHere = wished.some(({ seconds }) => seconds > 0)
    const named = new Set(wished.map(({ contact }) => contact.uri))
    const others = known.filter((binding) => !named.has(binding.uri) && !(isHere && binding.callId === callId))
    const fresh = wished
      .filter(({ seconds }) => seconds > 0)
      .map(({ contact: { uri }, seconds }) => {
        return { uri, remote, expires: Date.now() + seconds * 1_000, callId, sequence: cseq.number }
      })
    return [...others, ...fresh].slice(-SIP_LIMITS.contactsPerUser)
  }

  #forgetAll(user: SipUser, transaction: ServerTransaction): void {
    if (headerOf(transaction.request, 'expires') !== '0') {
      transaction.respond(400)
      return
    }
    this.#store(user, [])
    transaction.respond(200)
  }

  #store(user: SipUser, bindings: Binding[]): void {
    const before = this.bindingsOf(user).length
    this.#kept.keep(user.username, bindings)
    if (bindings.length !== before) this.#listener.onChange(user, bindings.length)
  }
}

function secondsOf(contact: Address, request: SipRequest): number {
  const said = contact.parameters.get('expires') ?? headerOf(request, 'expires')
  const seconds = /^\d{1,9}$/.test(said) ? Number(said) : DEFAULT_SECONDS
  return Math.min(seconds, SIP_LIMITS.registrationSeconds.max)
}

function contactLine({ uri, expires }: Binding): HeaderLine {
  return ['Contact', `<${uri}>;expires=${Math.max(1, Math.round((expires - Date.now()) / 1_000))}`]
}
