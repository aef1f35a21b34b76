import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { PortRange } from '../rtp/socket.ts'
import type { SipConfig } from './sip-phones.ts'
import type { TrunkConfig } from './trunk.ts'
import { readUri } from './uri.ts'
import type { SipUser } from './users.ts'

export type SipEnvironment = Partial<
  Record<
    | 'SIP_HOST'
    | 'SIP_PORT'
    | 'SIP_PUBLIC_HOST'
    | 'SIP_USERS'
    | 'SIP_GUESTS'
    | 'SIP_ALLOW'
    | 'SIP_TRUNK'
    | 'SIP_TRUNK_USER'
    | 'SIP_TRUNK_PASSWORD'
    | 'SIP_TRUNK_REGISTER'
    | 'SIP_COUNTRY_CODE'
    | 'RTP_PORTS',
    string
  >
>

const DEFAULT_SIP_PORT = 5070
const DEFAULT_MEDIA_PORTS = '40200-40598'
const SHORTEST_PASSWORD = 8

/** Reads what docs/telephony.md names; throws an error that names the variable which is wrong. */
export function sipConfigOf(env: SipEnvironment): SipConfig {
  const host = env.SIP_HOST || '127.0.0.1'
  if (!isIPv4(host)) throw new Error('SIP_HOST must be an IPv4 address')
  return {
    host,
    port: portOf('SIP_PORT', env.SIP_PORT, DEFAULT_SIP_PORT),
    publicHost: env.SIP_PUBLIC_HOST || (host === '0.0.0.0' ? ownAddress() : undefined),
    mediaPorts: portRangeOf('RTP_PORTS', env.RTP_PORTS || DEFAULT_MEDIA_PORTS),
    users: (env.SIP_USERS ?? '').split(',').filter(Boolean).map(readUser),
    guests: env.SIP_GUESTS === '1',
    allowed: env.SIP_ALLOW ? blockListOf(env.SIP_ALLOW) : undefined,
    trunk: env.SIP_TRUNK ? readTrunk(env.SIP_TRUNK, env) : undefined,
    countryCode: env.SIP_COUNTRY_CODE || '972',
  }
}

export function portRangeOf(name: string, text: string): PortRange {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text) ?? []
  const range = [Number(first), Number(last)] as const
  if (!(range[0] >= 1_024 && range[1] >= range[0] && range[1] <= 65_535))
    throw new Error(`${name} must be two ports such as 40000-40100`)
  return range
}

function portOf(name: string, text: string | undefined, otherwise: number): number {
  const port = text ? Number(text) : otherwise
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`${name} must be a port`)
  return port
}

/** `name:password`, and after a third colon its number (with plus) or the softphone identity it stands in for. */
function readUser(text: string): SipUser {
  const [username = '', password = '', shown = ''] = text.trim().split(':')
  if (!/^[\w.-]{1,64}$/.test(username))
    throw new Error('SIP_USERS: a name may hold letters, digits, dot, dash, underscore')
  if (password.length < SHORTEST_PASSWORD)
    throw new Error(`SIP_USERS: the password of ${username} has fewer than ${SHORTEST_PASSWORD} characters`)
  if (!shown) return { username, password }
  return /^\+\d{6,15}$/.test(shown) ? { username, password, e164: shown } : { username, password, identity: shown }
}

/** Addresses and networks in CIDR, with commas between. */
function blockListOf(text: string): BlockList {
  const list = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', bits = '32'] = entry.trim().split('/')
    if (!isIPv4(address) || !(Number(bits) >= 0 && Number(bits) <= 32))
      throw new Error('SIP_ALLOW must be IPv4 addresses or networks such as 192.168.1.0/24')
    list.addSubnet(address, Number(bits))
  }
  return list
}

function readTrunk(text: string, env: SipEnvironment): TrunkConfig {
  const uri = readUri(text.startsWith('sip:') ? text : `sip:${text}`)
  if (!uri) throw new Error('SIP_TRUNK must be a host, or host:port')
  const [username, password] = [env.SIP_TRUNK_USER, env.SIP_TRUNK_PASSWORD]
  const credentials = username && password ? { username, password } : undefined
  return { host: uri.host, port: uri.port, credentials, register: env.SIP_TRUNK_REGISTER === '1' }
}

/** The machine's first address that others can reach: what 0.0.0.0 cannot say in SIP. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
