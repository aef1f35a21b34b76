import type { Config, DeclineReport, HangUpReport } from '../config.ts'
import type { Log, Violations } from '../console/log.ts'
import type { Hooks } from '../hooks/hooks.ts'
import type { LegFactory } from '../legs.ts'
import type { Speech } from '../media/speech.ts'
import type { Store } from '../store/store.ts'
import type { LiveCall } from './live-call.ts'
import type { Recordings } from './recordings.ts'

/** What calls are made of; opened in exchange.ts. */
export type Core = {
  config: Config
  store: Store
  hooks: Hooks
  log: Log
  violations: Violations
  speech: Speech
  recordings: Recordings
  /** Asked in this order for a leg to an address. */
  phones: LegFactory[]
  live: Map<string, LiveCall>
  /** How a caller who hangs up while a phone rings is reported; may be changed as the exchange runs. */
  hangUpReport: HangUpReport
  declineReport: DeclineReport
  /** When an account may begin its next call through the API. */
  nextCallAt: Map<string, number>
  /** How many of the next API requests are refused with 429. */
  refusals: number
  /** The API's address as others reach it. */
  apiUrl: string
}
