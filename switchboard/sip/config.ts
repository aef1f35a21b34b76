import { BlockList, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { ConfigError } from '../config.ts'
import { portRangeOf } from '../rtp/socket.ts'
import type { SipConfig } from './sip-phones.ts'
import type { TrunkConfig } from './trunk.ts'
import { readUri } from './uri.ts'
import type { SipUser } from './users.ts'

const DEFAULT_MEDIA_PORTS = '40200-40598'
const SHORTEST_PASSWORD = 8
const TRUNK_CALLS = 10

/** Reads the environment variables that docs/telephony.md describes. Errors name the invalid variable. */
export function sipConfigOf(env: NodeJS.ProcessEnv, place: { host: string; port: number }): SipConfig {
  const host = env.SWITCHBOARD_SIP_HOST || place.host
  if (!isIPv4(host)) throw new ConfigError('SWITCHBOARD_SIP_HOST must be an IPv4 address')
  return {
    host,
    port: place.port,
    publicHost: env.SWITCHBOARD_SIP_PUBLIC_HOST || (host === '0.0.0.0' ? ownAddress() : undefined),
    mediaPorts: portRangeOf('SWITCHBOARD_RTP_PORTS', env.SWITCHBOARD_RTP_PORTS || DEFAULT_MEDIA_PORTS),
    users: (env.SWITCHBOARD_SIP_USERS ?? '').split(',').filter(Boolean).map(readUser),
    guests: env.SWITCHBOARD_SIP_GUESTS === '1',
    allowed: env.SWITCHBOARD_SIP_ALLOW ? blockListOf(env.SWITCHBOARD_SIP_ALLOW) : undefined,
    trunk: env.SWITCHBOARD_SIP_TRUNK ? readTrunk(env.SWITCHBOARD_SIP_TRUNK, env) : undefined,
    countryCode: env.SWITCHBOARD_COUNTRY_CODE || '972',
  }
}

/**
 * Parses `name:password`, optionally followed by `:` and the account's number (with a plus) or the softphone identity
 * that it represents.
 */
function readUser(text: string): SipUser {
  const [username = '', password = '', shown = ''] = text.trim().split(':')
  if (!/^[\w.-]{1,64}$/.test(username))
    throw new ConfigError('SWITCHBOARD_SIP_USERS: a name may hold letters, digits, dot, dash, underscore')
  if (password.length < SHORTEST_PASSWORD)
    throw new ConfigError(
      `SWITCHBOARD_SIP_USERS: the password of ${username} has fewer than ${SHORTEST_PASSWORD} characters`,
    )
  if (!shown) return { username, password }
  return /^\+\d{6,15}$/.test(shown) ? { username, password, e164: shown } : { username, password, identity: shown }
}

/** Parses comma-separated addresses and CIDR networks. */
function blockListOf(text: string): BlockList {
  const list = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', bits = '32'] = entry.trim().split('/')
    if (!isIPv4(address) || !(Number(bits) >= 0 && Number(bits) <= 32))
      throw new ConfigError('SWITCHBOARD_SIP_ALLOW must be IPv4 addresses or networks such as 192.168.1.0/24')
    list.addSubnet(address, Number(bits))
  }
  return list
}

function readTrunk(text: string, env: NodeJS.ProcessEnv): TrunkConfig {
  const uri = readUri(text.startsWith('sip:') ? text : `sip:${text}`)
  if (!uri) throw new ConfigError('SWITCHBOARD_SIP_TRUNK must be a host, or host:port')
  const [username, password] = [env.SWITCHBOARD_SIP_TRUNK_USER, env.SWITCHBOARD_SIP_TRUNK_PASSWORD]
  const credentials = username && password ? { username, password } : undefined
  const prefixes = (env.SWITCHBOARD_SIP_TRUNK_PREFIXES || '+972').split(',').map((prefix) => prefix.trim())
  if (!prefixes.every((prefix) => /^\+\d{1,14}$/.test(prefix)))
    throw new ConfigError(
      'SWITCHBOARD_SIP_TRUNK_PREFIXES must be beginnings of numbers such as +972,+44, with commas between',
    )
  const mostCalls = Number(env.SWITCHBOARD_SIP_TRUNK_CALLS || TRUNK_CALLS)
  if (!Number.isInteger(mostCalls) || mostCalls < 0)
    throw new ConfigError('SWITCHBOARD_SIP_TRUNK_CALLS must be a number')
  const register = env.SWITCHBOARD_SIP_TRUNK_REGISTER === '1'
  return { host: uri.host, port: uri.port, credentials, register, prefixes, mostCalls }
}

/** Returns the first external address of the machine, because 0.0.0.0 cannot be used in SIP. */
function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'
}
