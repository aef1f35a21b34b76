import { TRASH_DAYS } from './leads/leads.ts'
import { OPERATION_DAYS } from './leads/operations.ts'

/** How long everything is kept: the one place that says so. Housekeeping, the purge of sounds and the page of privacy read it. */

export const retentionUnits = ['hours', 'days', 'months'] as const
export type RetentionUnit = (typeof retentionUnits)[number]
/** A month is a calendar month, whatever its days. */
type Clock = { unit: RetentionUnit; standard: number; min: number; max: number }

/** What an Owner may set for the business, within bounds. */
export const retentionPeriods = {
  /** Sounds of calls, from their start. */
  recordings: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** What a provider reported of a call: of use while its end is in doubt. */
  callReports: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** What a provider reported of a text that came in; the text itself is kept with its lead. */
  textReports: { unit: 'days', standard: 30, min: 1, max: 365 },
  /** Bodies that API keys and forms sent, accepted or not. */
  payloads: { unit: 'days', standard: 30, min: 1, max: 90 },
  /** Invitations that are over, and requests to join that were decided. */
  newcomers: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** IP address and browser of an act. */
  traces: { unit: 'months', standard: 12, min: 1, max: 84 },
} as const satisfies Record<string, Clock>
export type RetentionName = keyof typeof retentionPeriods
export const settablePeriods = Object.keys(retentionPeriods) as [RetentionName, ...RetentionName[]]

/** What is the same for every business of the installation. */
export const fixedPeriods = {
  /** Deleted leads. */
  trash: { unit: 'days', amount: TRASH_DAYS },
  /** Operations on many leads, with what undoes them. */
  operations: { unit: 'days', amount: OPERATION_DAYS },
  notifications: { unit: 'days', amount: 90 },
  /** Mail and SMS on their way out; what was sent is kept without its text. */
  messages: { unit: 'days', amount: 30 },
  /** Blacklist entries that have ended. */
  endedBlocks: { unit: 'days', amount: 30 },
  /** Ended sessions, so that an old refresh token still revokes its family. */
  sessions: { unit: 'days', amount: 7 },
  /** Codes, links of recovery and steps of sign-in that are over. */
  codes: { unit: 'days', amount: 1 },
  /** How much was sent and called in a day, for the operator's ceilings. */
  uses: { unit: 'days', amount: 30 },
  /** Replies that are given again to the same request. */
  replies: { unit: 'hours', amount: 24 },
} as const satisfies Record<string, { unit: RetentionUnit; amount: number }>
type FixedPeriodName = keyof typeof fixedPeriods
export const fixedPeriodNames = Object.keys(fixedPeriods) as FixedPeriodName[]
