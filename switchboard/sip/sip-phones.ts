import type { BlockList } from 'node:net'
import type { Address, DialRequest, Leg, LegFactory, PhonesContext } from '../legs.ts'
import type { PortRange } from '../rtp/socket.ts'
import type { Destination } from './attempt.ts'
import { callerOf, toE164 } from './caller-number.ts'
import { SipEndpoint } from './endpoint.ts'
import { IncomingSipLeg } from './incoming-leg.ts'
import { SIP_LIMITS, type Timers } from './limits.ts'
import { OutgoingSipLeg } from './outgoing-leg.ts'
import { Registrar } from './registrar.ts'
import type { ServerTransaction } from './server-transaction.ts'
import type { LegPlace } from './sip-leg.ts'
import { openTrunk, type Trunk, type TrunkConfig } from './trunk.ts'
import { readUri, writeUri } from './uri.ts'
import { type SipUser, SipUsers, userOf } from './users.ts'

export type SipConfig = {
  host: string
  port: number
  publicHost?: string | undefined
  mediaPorts: PortRange
  users: readonly SipUser[]
  /**
   * Whether calls from this machine are accepted without a password, under any number; for tests and demonstrations.
   */
  guests: boolean
  allowed?: BlockList | undefined
  trunk?: TrunkConfig | undefined
  /** Country code for numbers that a carrier sends with a leading 0. */
  countryCode: string
  maxCalls?: number
  timers?: Timers
}

export type SipCounts = {
  calls: number
  /** Number of calls refused because the exchange had reached its limit of concurrent calls. */
  turnedAway: number
  overflow: number
  packets: SipEndpoint['transport']['counts']
}

/**
 * SIP phones. They ring accounts of this exchange, any `sip:` address in a Dial and, through the trunk, all other
 * numbers.
 */
export type SipPhones = LegFactory & {
  address: { host: string; port: number }
  counts(): SipCounts
}

export async function openSipPhones(context: PhonesContext, config: SipConfig): Promise<SipPhones> {
  const endpoint = await SipEndpoint.open(config)
  const exchange = new SipExchange(context, config, endpoint)
  context.log('sip.listening', { host: config.host, port: endpoint.transport.port })
  return exchange
}

class SipExchange implements SipPhones {
  readonly kind = 'sip'
  readonly address: { host: string; port: number }
  readonly #context: PhonesContext
  readonly #config: SipConfig
  readonly #endpoint: SipEndpoint
  readonly #place: LegPlace
  readonly #users: SipUsers
  readonly #registrar: Registrar
  readonly #trunk: Trunk | undefined
  readonly #legs = new Set<Leg>()
  /** The legs that use the trunk. */
  readonly #trunkLegs = new Set<Leg>()
  #turnedAway = 0

  constructor(context: PhonesContext, config: SipConfig, endpoint: SipEndpoint) {
    this.#context = context
    this.#config = config
    this.#endpoint = endpoint
    this.#place = { endpoint, mediaHost: config.host, mediaPorts: config.mediaPorts }
    this.#users = new SipUsers(config.users, endpoint.transport.host)
    this.#registrar = new Registrar(this.#users, context.bindings, {
      onChange: ({ username }, phones) => context.log('sip.registered', { username, phones }),
    })
    this.#trunk = config.trunk && openTrunk(config.trunk, endpoint, context.log)
    this.address = { host: endpoint.transport.host, port: endpoint.transport.port }
    endpoint.user = {
      onInvite: (transaction) => this.#onInvite(transaction),
      onRegister: (transaction) => this.#registrar.serve(transaction),
    }
  }

  counts(): SipCounts {
    return {
      calls: this.#legs.size,
      turnedAway: this.#turnedAway,
      overflow: this.#endpoint.overflow,
      packets: this.#endpoint.transport.counts,
    }
  }

  #onInvite(transaction: ServerTransaction): void {
    if (this.#isFull()) {
      this.#turnedAway++
      transaction.respond(503, { lines: [['Retry-After', 30]] })
      return
    }
    const from = this.#callerOf(transaction)
    if (from === undefined) return
    const to = userOf(transaction.request.uri)
    if (!to) {
      transaction.respond(404)
      return
    }
    transaction.respond(100)
    const leg = IncomingSipLeg.of(this.#place, transaction)
    if (!leg) return
    this.#keep(leg)
    this.#context.onIncoming(leg, { from, to })
  }

  /** Returns the caller ID of a request; undefined if the request was challenged or refused. */
  #callerOf(transaction: ServerTransaction): string | undefined {
    const { request, remote } = transaction
    if (this.#trunk?.isFrom(remote.host)) return callerOf(request, this.#config.countryCode)
    const guest = toE164(userOf(request.from.uri), this.#config.countryCode)
    const owned = this.#users.all.some(({ e164 }) => e164 === guest)
    if (this.#config.guests && guest !== undefined && !owned && remote.host.startsWith('127.')) return guest
    const user = this.#users.authenticate(transaction)
    return user && (user.e164 ?? `client:${user.identity ?? user.username}`)
  }

  dial({ to, from }: DialRequest): Leg | undefined {
    const destinations = this.#destinationsOf(to)
    if (!destinations) return undefined
    const leg = this.#call(destinations, from)
    if (destinations.some(({ isTrunk }) => isTrunk)) {
      this.#trunkLegs.add(leg)
      leg.onState((state) => state === 'ended' && this.#trunkLegs.delete(leg))
    }
    return leg
  }

  #call(destinations: readonly Destination[], from: string): Leg {
    const { host, port } = this.#endpoint.transport
    const shown =
      from === 'anonymous' ? 'sip:anonymous@anonymous.invalid' : writeUri(from.replace(/^client:/, ''), host, port)
    const leg = new OutgoingSipLeg(this.#place, this.#isFull() ? [] : destinations, { from: shown })
    this.#keep(leg)
    return leg
  }

  /** Returns the contacts to ring; an empty list for an address of this exchange without a registered phone. */
  #destinationsOf(to: Address): Destination[] | undefined {
    if (to.kind === 'sip') return this.#destinationsOfUri(to)
    const user = this.#users.all.find(({ e164, identity, username }) =>
      to.kind === 'number' ? e164 === to.e164 : (identity ?? username) === to.identity,
    )
    const found = user ? this.#bindingsOf(user) : []
    if (user && (found.length > 0 || to.kind === 'number')) return found
    const through = to.kind === 'number' ? this.#trunk?.destinationOf(to.e164, this.#trunkLegs.size) : undefined
    return through && [through]
  }

  #destinationsOfUri({ uri, auth }: Extract<Address, { kind: 'sip' }>): Destination[] | undefined {
    const read = readUri(uri)
    if (!read) return undefined
    const own = read.host === this.address.host && read.port === this.address.port
    const user = own ? this.#users.named(read.user) : undefined
    if (own) return user ? this.#bindingsOf(user) : []
    return [{ uri, remote: { host: read.host, port: read.port }, credentials: auth }]
  }

  #bindingsOf(user: SipUser): Destination[] {
    return this.#registrar.bindingsOf(user).map(({ uri, remote }) => ({ uri, remote }))
  }

  phones(): { address: string; note: string }[] {
    const accounts = this.#users.all.flatMap((user) => {
      const bindings = this.#registrar.bindingsOf(user)
      const address = user.e164 ?? `client:${user.identity ?? user.username}`
      return bindings.map(({ remote }) => ({ address, note: `SIP ${user.username}, ${remote.host}:${remote.port}` }))
    })
    return this.#trunk ? [...accounts, { address: this.#trunk.address, note: this.#trunk.note() }] : accounts
  }

  #isFull(): boolean {
    return this.#legs.size >= (this.#config.maxCalls ?? SIP_LIMITS.calls)
  }

  #keep(leg: Leg): void {
    this.#legs.add(leg)
    leg.onState((state) => {
      if (state !== 'ended') return
      this.#legs.delete(leg)
      this.#context.log('sip.ended', { code: leg.end?.sipCode, by: leg.end?.by, ...leg.stats() })
    })
  }

  /** Ends all calls, waits a moment until the packets are sent, and closes. */
  async close(): Promise<void> {
    this.#trunk?.close()
    for (const leg of [...this.#legs]) leg.hangup()
    await new Promise((done) => setTimeout(done, 50))
    this.#endpoint.close()
  }
}
