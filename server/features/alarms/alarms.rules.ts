import type { AlarmKind } from '#contract/events/calls/alarms.ts'
import type { EventName } from '#contract/events/catalogue.ts'

/** What is usual is learnt from this time. Working time is kept for 31 days back. */
export const WINDOW_DAYS = 28
/** Fewer arrivals in WINDOW_DAYS say nothing about what is usual. */
const ARRIVALS_MIN = 20
/** If arrivals come by chance (Poisson), none of seven expected ones comes once in a thousand times: e^-7. */
const EXPECTED_MIN = 7
/** Arrivals come in bursts: less than two working hours is no silence. */
const QUIET_MINUTES_MIN = 120

/** A number, form or campaign with what came from it. Minutes are of working time. */
export type Source = {
  kind: 'number_quiet' | 'form_quiet' | 'campaign_quiet'
  /** Its id. */
  subject: string
  campaignId: string
  name: string
  /** Of a number. */
  phone: string | null
  /** The last arrival. */
  lastAt: string
  /** Arrivals in working time from the beginning of the window to the last one, and the minutes in which they came. */
  arrivals: number
  arrivalMinutes: number
  /** Minutes since the last arrival. */
  quietMinutes: number
}

/** How many arrivals would usually have come since the last one. */
export const expectedOf = ({ arrivals, arrivalMinutes, quietMinutes }: Source) =>
  arrivalMinutes > 0 ? Math.floor((arrivals / arrivalMinutes) * quietMinutes) : 0

const isQuiet = (source: Source) =>
  source.arrivals >= ARRIVALS_MIN && source.quietMinutes >= QUIET_MINUTES_MIN && expectedOf(source) >= EXPECTED_MIN

/** Sources that are silent. A campaign is not named beside its own numbers and forms. */
export function quietAmong(sources: readonly Source[]): Source[] {
  const quiet = sources.filter(isQuiet)
  return quiet.filter(
    ({ kind, campaignId }) =>
      kind !== 'campaign_quiet' ||
      !quiet.some((other) => other.kind !== 'campaign_quiet' && other.campaignId === campaignId),
  )
}

/** Time in which a phone must have answered at least one call. */
export const UNANSWERED_DAYS = 14
/** Calls that it let ring, on at least as many days, before it counts as one that never answers. */
export const UNANSWERED_CALLS = 10
export const UNANSWERED_ON_DAYS = 3
/** A phone that has not rung for so long may not be rung any more. */
export const RUNG_LATELY_DAYS = 2

/** A number whose daily test fails. */
export type FailedTest = { subject: string; name: string; phone: string; count: number; since: string }

/** A phone that let every call ring. */
export type UnansweredPhone = { subject: string; userName: string | null; phone: string | null; calls: number }

export const eventOfAlarm = {
  number_quiet: 'number.fell_quiet',
  number_test_failed: 'number.test_failed',
  number_hole: 'number.hole_appeared',
  form_quiet: 'form.fell_quiet',
  campaign_quiet: 'campaign.fell_quiet',
  phone_unanswered: 'phone.unanswered',
  telephony_cap: 'telephony.cap_reached',
  telephony_credit: 'telephony.credit_low',
} as const satisfies Record<AlarmKind, EventName>
