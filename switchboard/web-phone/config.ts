import { isIPv4 } from 'node:net'
import { ConfigError } from '../config.ts'
import { portRangeOf } from '../rtp/socket.ts'
import type { WebPhonesConfig } from './web-phones.ts'

const DEFAULT_PORTS = '40000-40100'

/** Reads the environment variables that docs/telephony.md describes. Errors name the invalid variable. */
export function webPhonesConfigOf(
  env: NodeJS.ProcessEnv,
  { host, port, authToken }: { host: string; port: number; authToken: string },
): WebPhonesConfig {
  const iceHost = env.SWITCHBOARD_ICE_HOST || '127.0.0.1'
  if (!isIPv4(iceHost)) throw new ConfigError('SWITCHBOARD_ICE_HOST must be an IPv4 address')
  const additionalHosts = (env.SWITCHBOARD_ICE_HOSTS ?? '').split(',').filter(Boolean)
  if (!additionalHosts.every(isIPv4))
    throw new ConfigError('SWITCHBOARD_ICE_HOSTS must be IPv4 addresses with commas between')
  return {
    host,
    port,
    secret: env.SWITCHBOARD_PHONE_SECRET || authToken,
    ice: {
      host: iceHost,
      ports: portRangeOf('SWITCHBOARD_ICE_PORTS', env.SWITCHBOARD_ICE_PORTS || DEFAULT_PORTS),
      additionalHosts,
    },
  }
}
