import type { Config, DeclineReport, HangUpReport } from '../config.ts'
import type { Log, Violations } from '../console/log.ts'
import type { Hooks } from '../hooks/hooks.ts'
import type { LegFactory } from '../legs.ts'
import type { Speech } from '../media/speech.ts'
import type { Store } from '../store/store.ts'
import type { LiveCall } from './live-call.ts'
import type { Recordings } from './recordings.ts'

/** Shared dependencies of calls; created in exchange.ts. */
export type Core = {
  config: Config
  store: Store
  hooks: Hooks
  log: Log
  violations: Violations
  speech: Speech
  recordings: Recordings
  /** Tried in this order for a leg to an address. */
  phones: LegFactory[]
  live: Map<string, LiveCall>
  /** How a caller's hang-up during ringing is reported; may change at run time. */
  hangUpReport: HangUpReport
  declineReport: DeclineReport
  /** Per account, when it may begin its next call through the API. */
  nextCallAt: Map<string, number>
  /** Number of upcoming API requests to refuse with 429. */
  refusals: number
  /** Public URL of the API. */
  apiUrl: string
}
