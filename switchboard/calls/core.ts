import type { Config, DeclineReport, HangUpReport } from '../config.ts'
import type { Log, Violations } from '../console/log.ts'
import type { Hooks } from '../hooks/hooks.ts'
import type { LegFactory } from '../legs.ts'
import type { SoundFiles } from '../media/sound-files.ts'
import type { Speech } from '../media/speech.ts'
import type { Store } from '../store/store.ts'
import type { LiveCall } from './live-call.ts'
import type { Recordings } from './recordings.ts'
import type { Room } from './room.ts'

/** Shared dependencies of calls; created in exchange.ts. */
export type Core = {
  config: Config
  store: Store
  hooks: Hooks
  log: Log
  violations: Violations
  speech: Speech
  sounds: SoundFiles
  recordings: Recordings
  /** Kinds of phones, tried in this order for the address of a call. */
  phones: LegFactory[]
  live: Map<string, LiveCall>
  /** Conferences in progress, by account and name. */
  rooms: Map<string, Room>
  /** How a hang-up of the caller during ringing is reported; may change at run time. */
  hangUpReport: HangUpReport
  declineReport: DeclineReport
  /** For each account, the time at which its next call through the API may begin. */
  nextCallAt: Map<string, number>
  /** Number of upcoming API requests to refuse with 429. */
  refusals: number
  /** Share of the audio packets that browsers lose in calls from these numbers, 0 to 1: a fault that a test may inject. */
  audioLoss: Map<string, number>
  /** Outside phones whose carrier forwards their calls, with where to, and whether it names the phone (ForwardedFrom). */
  forwards: Map<string, { to: string; isNamed: boolean }>
  /** Public URL of the API. */
  apiUrl: string
}
