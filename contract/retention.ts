import { featurePeriods } from './features.ts'
import { OPERATION_DAYS, TRASH_DAYS } from './leads/terms.ts'

/** The single definition of retention periods, read by housekeeping, the purge of recordings and the privacy page. */

export const retentionUnits = ['hours', 'days', 'months'] as const
export type RetentionUnit = (typeof retentionUnits)[number]
/** A month is a calendar month of any length. */
type PeriodBounds = { unit: RetentionUnit; standard: number; min: number; max: number }

/** Periods that an Owner may set within bounds. */
export const retentionPeriods = {
  /** Recordings of calls, from the start of the call. */
  recordings: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** Provider reports about a call, needed while its end is in doubt. */
  callReports: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** Provider reports about an incoming SMS; the text itself stays with its lead. */
  textReports: { unit: 'days', standard: 30, min: 1, max: 365 },
  /** Request bodies of API keys and forms, accepted or not. */
  payloads: { unit: 'days', standard: 30, min: 1, max: 90 },
  /** Closed invitations and decided requests to join. */
  newcomers: { unit: 'months', standard: 12, min: 1, max: 84 },
  /** IP address and browser in the audit log. */
  traces: { unit: 'months', standard: 12, min: 1, max: 84 },
} as const satisfies Record<string, PeriodBounds>
export type RetentionName = keyof typeof retentionPeriods
export const settablePeriods = Object.keys(retentionPeriods) as [RetentionName, ...RetentionName[]]

/** Periods that are the same for every business of the installation. */
export const fixedPeriods = {
  /** Deleted leads. */
  trash: { unit: 'days', amount: TRASH_DAYS },
  /** Operations on many leads, with the data for undo. */
  operations: { unit: 'days', amount: OPERATION_DAYS },
  notifications: { unit: 'days', amount: 90 },
  /** Outgoing email and SMS. Sent messages are kept without their text. */
  messages: { unit: 'days', amount: 30 },
  ...featurePeriods,
  /** Ended sessions. They are kept so that a reused old refresh token still revokes its family. */
  sessions: { unit: 'days', amount: 7 },
  /** Expired codes, recovery links and sign-in steps. */
  codes: { unit: 'days', amount: 1 },
  /** Daily usage of messages and calls, for the limits that the operator sets. */
  uses: { unit: 'days', amount: 30 },
  /** Stored replies for idempotency keys. */
  replies: { unit: 'hours', amount: 24 },
} as const satisfies Record<string, { unit: RetentionUnit; amount: number }>
type FixedPeriodName = keyof typeof fixedPeriods
export const fixedPeriodNames = Object.keys(fixedPeriods) as FixedPeriodName[]
