import { parseArgs } from 'node:util'
import { isSid } from './sids.ts'

const AUTH_TOKEN_MIN = 16
const MEDIA_DELAY_MS = 2_000
const PRICE_DELAY_MS = 3_000
/** Enough for about nine hours of recorded calls. */
const DISK_WARN_MB = 1_024

/** How a caller's hang-up during ringing is reported. Sources disagree on what the vendor reports. */
export const HANG_UP_REPORTS = ['canceled', 'no-answer', 'none'] as const
export type HangUpReport = (typeof HANG_UP_REPORTS)[number]

/** The status reported for a call that is declined in a browser. The vendor's own phones report busy. */
export const DECLINE_REPORTS = ['busy', 'no-answer'] as const
export type DeclineReport = (typeof DECLINE_REPORTS)[number]

export type Config = {
  host: string
  /** 0: any free port. */
  apiPort: number
  consolePort: number
  webPort: number
  sipPort: number
  dataDir: string
  /** Public URL of the API, with which links and the URLs of recordings start. */
  publicUrl: string | undefined
  accountSid: string
  authToken: string
  hangUpReport: HangUpReport
  declineReport: DeclineReport
  /** Calls per second that an account may start through the API; others are queued. 0: no limit. */
  callsPerSecond: number
  /** Delay from the report of a recording until its audio is available. */
  mediaDelayMs: number
  /** Delay from the end of a call or message until its price is known. */
  priceDelayMs: number
  /** Whether to stop when standard input ends, so that no orphan process remains when the parent is killed. */
  endsWithParent: boolean
  /** Free disk space, in MB, below which the operator is warned. */
  diskWarnMb: number
}

export class ConfigError extends Error {}

/**
 * Reads the configuration from the environment (SWITCHBOARD_…) and the command line (--data, --host, --api-port …). The
 * command line takes precedence.
 */
export function readConfig(env: NodeJS.ProcessEnv, args: string[]): Config {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      host: { type: 'string' },
      'api-port': { type: 'string' },
      'console-port': { type: 'string' },
      'web-port': { type: 'string' },
      'sip-port': { type: 'string' },
      'hang-up-report': { type: 'string' },
    },
  })
  const accountSid = env.SWITCHBOARD_ACCOUNT_SID ?? ''
  const authToken = env.SWITCHBOARD_AUTH_TOKEN ?? ''
  if (!isSid('AC', accountSid)) throw new ConfigError('SWITCHBOARD_ACCOUNT_SID must be AC and 32 hex digits')
  if (authToken.length < AUTH_TOKEN_MIN)
    throw new ConfigError(`SWITCHBOARD_AUTH_TOKEN must have at least ${AUTH_TOKEN_MIN} characters`)
  const port = (name: 'API_PORT' | 'CONSOLE_PORT' | 'WEB_PORT' | 'SIP_PORT', given: string | undefined) =>
    readNumber(`SWITCHBOARD_${name}`, given ?? env[`SWITCHBOARD_${name}`], { standard: 0, max: 65_535 })
  const delay = (name: string, standard: number) => readNumber(name, env[name], { standard, max: 60_000 })
  const host = values.host ?? env.SWITCHBOARD_HOST ?? '127.0.0.1'
  if (!/^127(\.\d{1,3}){3}$/.test(host))
    throw new ConfigError(
      'SWITCHBOARD_HOST must be an address of this machine alone, such as 127.0.0.1: others reach phones by SWITCHBOARD_ICE_HOST and SWITCHBOARD_SIP_HOST',
    )
  return {
    host,
    apiPort: port('API_PORT', values['api-port']),
    consolePort: port('CONSOLE_PORT', values['console-port']),
    webPort: port('WEB_PORT', values['web-port']),
    sipPort: port('SIP_PORT', values['sip-port']),
    dataDir: values.data ?? env.SWITCHBOARD_DATA_DIR ?? '.data/switchboard',
    publicUrl: env.SWITCHBOARD_PUBLIC_URL?.replace(/\/+$/, '') || undefined,
    accountSid,
    authToken,
    hangUpReport: readHangUpReport(values['hang-up-report'] ?? env.SWITCHBOARD_HANG_UP_REPORT ?? 'canceled'),
    declineReport: oneOf('SWITCHBOARD_DECLINE_REPORT', DECLINE_REPORTS, env.SWITCHBOARD_DECLINE_REPORT),
    callsPerSecond: readNumber('SWITCHBOARD_CALLS_PER_SECOND', env.SWITCHBOARD_CALLS_PER_SECOND, {
      standard: 1,
      max: 1_000,
    }),
    mediaDelayMs: delay('SWITCHBOARD_MEDIA_DELAY_MS', MEDIA_DELAY_MS),
    priceDelayMs: delay('SWITCHBOARD_PRICE_DELAY_MS', PRICE_DELAY_MS),
    endsWithParent: env.SWITCHBOARD_ENDS_WITH_PARENT === '1',
    diskWarnMb: readNumber('SWITCHBOARD_DISK_WARN_MB', env.SWITCHBOARD_DISK_WARN_MB, {
      standard: DISK_WARN_MB,
      max: 1_000_000_000,
    }),
  }
}

function readNumber(name: string, text: string | undefined, { standard, max }: { standard: number; max: number }) {
  if (text === undefined || text === '') return standard
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > max)
    throw new ConfigError(`${name} must be a number from 0 to ${max}`)
  return value
}

/** Returns the given word if it is one of these; the first is the default. */
function oneOf<T extends string>(name: string, words: readonly [T, ...T[]], text: string | undefined): T {
  const found = text ? words.find((word) => word === text) : words[0]
  if (!found) throw new ConfigError(`${name} must be ${words.join(' or ')}`)
  return found
}

export function readHangUpReport(text: string): HangUpReport {
  const report = HANG_UP_REPORTS.find((known) => known === text)
  if (!report) throw new ConfigError(`The hang-up report must be ${HANG_UP_REPORTS.join(', ')}`)
  return report
}
