import { randomBytes } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import type { PhonesContext } from '../legs.ts'
import type { Destination } from './attempt.ts'
import { answerChallenge, type Credentials } from './digest.ts'
import type { SipEndpoint } from './endpoint.ts'
import { type HeaderLine, headerOf, type SipResponse } from './message.ts'
import { contactOf } from './sip-leg.ts'

export type TrunkConfig = {
  host: string
  port: number
  credentials?: Credentials | undefined
  /** Whether to register at the carrier. Not needed if the carrier knows the address of this exchange. */
  register: boolean
  /** Allowed prefixes of dialled numbers, which limit the cost. */
  prefixes: readonly string[]
  /** Maximum number of concurrent outgoing calls. */
  mostCalls: number
}

/** A SIP trunk to a carrier. Experimental: it has not been tested with any carrier. */
export type Trunk = {
  readonly address: string
  /** Returns the destination for a number; undefined if its prefix is not allowed or the trunk is full. */
  destinationOf(e164: string, calls: number): Destination | undefined
  /** Whether a source address is the carrier's. */
  isFrom(host: string): boolean
  note(): string
  close(): void
}

const REGISTER_SECONDS = 600
const RETRY_SECONDS = 30
const RESOLVE_EVERY_MS = 300_000

export function openTrunk(config: TrunkConfig, endpoint: SipEndpoint, log: PhonesContext['log']): Trunk {
  const { host, port, credentials, prefixes, mostCalls } = config
  const addresses = new Set<string>()
  const registration = config.register && credentials ? new Registration(config, credentials, endpoint) : undefined
  const resolve = async () => {
    const found = await lookup(host, { all: true, family: 4 }).catch(() => [])
    for (const { address } of found) addresses.add(address)
    if (found.length === 0) log('trunk.unresolved', { host })
  }
  void resolve()
  const resolving = setInterval(() => void resolve(), RESOLVE_EVERY_MS)
  registration?.start((status) => log('trunk.registered', { host, status }))
  return {
    address: `sip:${host}:${port}`,
    destinationOf(e164, calls) {
      const refused = !prefixes.some((prefix) => e164.startsWith(prefix)) ? 'prefix' : calls >= mostCalls && 'full'
      if (refused) {
        log('trunk.refused', { why: refused, calls })
        return undefined
      }
      return { uri: `sip:${e164}@${host}:${port}`, remote: { host, port }, credentials, isTrunk: true }
    },
    isFrom: (source) => addresses.has(source),
    note: () => (registration ? `trunk, registered: ${registration.registered ? 'yes' : 'no'}` : 'trunk'),
    close: () => {
      clearInterval(resolving)
      registration?.close()
    },
  }
}

/** Keeps this exchange registered at the carrier (RFC 3261 10.2), renewing before expiry. */
class Registration {
  registered = false
  readonly #config: TrunkConfig
  readonly #credentials: Credentials
  readonly #endpoint: SipEndpoint
  readonly #callId = randomBytes(12).toString('hex')
  readonly #tag = randomBytes(6).toString('hex')
  #sequence = 0
  #next: NodeJS.Timeout | undefined
  #onStatus: ((status: number) => void) | undefined

  constructor(config: TrunkConfig, credentials: Credentials, endpoint: SipEndpoint) {
    this.#config = config
    this.#credentials = credentials
    this.#endpoint = endpoint
  }

  start(onStatus: (status: number) => void): void {
    this.#onStatus = onStatus
    this.#send()
  }

  close(): void {
    clearTimeout(this.#next)
    this.#onStatus = undefined
  }

  #send(proof?: HeaderLine): void {
    const { host, port } = this.#config
    const own = `<sip:${this.#credentials.username}@${host}>`
    const lines: HeaderLine[] = [
      ['From', `${own};tag=${this.#tag}`],
      ['To', own],
      ['Call-ID', this.#callId],
      contactOf(this.#endpoint),
      ['Expires', REGISTER_SECONDS],
      ...(proof ? [proof] : []),
    ]
    this.#endpoint.request(
      { method: 'REGISTER', uri: `sip:${host}:${port}`, remote: { host, port }, lines, cseq: ++this.#sequence },
      {
        onResponse: (response) => this.#onResponse(response, proof !== undefined),
        onTimeout: () => this.#finished(408),
      },
    )
  }

  #onResponse(response: SipResponse, proved: boolean): void {
    const { status } = response
    if (status < 200 || !this.#onStatus) return
    if ((status !== 401 && status !== 407) || proved) {
      this.#finished(status)
      return
    }
    const { host, port } = this.#config
    const [asks, answers] =
      status === 401 ? ['www-authenticate', 'Authorization'] : ['proxy-authenticate', 'Proxy-Authorization']
    const what = { method: 'REGISTER', uri: `sip:${host}:${port}` }
    const value = answerChallenge(headerOf(response, asks ?? ''), this.#credentials, what)
    if (value && answers) this.#send([answers, value])
    else this.#finished(status)
  }

  #finished(status: number): void {
    const registered = status < 300
    if (registered !== this.registered || !registered) this.#onStatus?.(status)
    this.registered = registered
    if (!this.#onStatus) return
    const seconds = registered ? REGISTER_SECONDS / 2 : RETRY_SECONDS
    this.#next = setTimeout(() => this.#send(), seconds * 1_000)
  }
}
