import { SIP_LIMITS } from './limits.ts'
import { type Address, type HeaderLine, headerOf, type SipRequest } from './message.ts'
import { readAddresses } from './parse.ts'
import type { ServerTransaction } from './server-transaction.ts'
import type { Remote } from './transport.ts'
import { readUri } from './uri.ts'
import { type SipUser, type SipUsers, userOf } from './users.ts'

/** Where a phone can be rung: by its own name for itself, at the address that its packets come from. */
export type Binding = { uri: string; remote: Remote; expires: number; callId: string; sequence: number }

export type RegistrarListener = {
  onChange(user: SipUser, phones: number): void
}

const DEFAULT_SECONDS = 3_600

/** Remembers where each user's phones are (RFC 3261 10.3). */
export class Registrar {
  readonly #users: SipUsers
  readonly #listener: RegistrarListener
  readonly #bindings = new Map<string, Binding[]>()

  constructor(users: SipUsers, listener: RegistrarListener) {
    this.#users = users
    this.#listener = listener
  }

  bindingsOf({ username }: SipUser, now = Date.now()): Binding[] {
    return (this.#bindings.get(username) ?? []).filter(({ expires }) => expires > now)
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

  /** Undefined where the request is older than what is known. Of too many phones those that registered longest ago are forgotten. */
  #merge(
    user: SipUser,
    wished: { contact: Address; seconds: number }[],
    { request, remote }: ServerTransaction,
  ): Binding[] | undefined {
    let bindings = this.bindingsOf(user)
    for (const { contact, seconds } of wished) {
      const known = bindings.find(({ uri }) => uri === contact.uri)
      if (known?.callId === request.callId && known.sequence >= request.cseq.number) return undefined
      bindings = bindings.filter((binding) => binding !== known)
      const expires = Date.now() + seconds * 1_000
      if (seconds > 0)
        bindings.push({ uri: contact.uri, remote, expires, callId: request.callId, sequence: request.cseq.number })
    }
    return bindings.slice(-SIP_LIMITS.contactsPerUser)
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
    this.#bindings.set(user.username, bindings)
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
