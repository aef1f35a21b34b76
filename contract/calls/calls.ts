import { z } from 'zod'
import { byId, commaList, day, id, jsonQuery, Pagination, Paging, SEARCH_MAX, text, time } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { User } from '../team/users.ts'
import { hoursOfDay, weekdays } from '../values/week-hours.ts'
import { callDirections, callStatuses } from './call-statuses.ts'

/** Current phase of a call. `voicemail`: the caller hears a message or records one. */
export const callStates = ['ringing', 'talking', 'voicemail', 'ended'] as const
export type CallState = (typeof callStates)[number]

/** A call counts as abandoned if the caller hangs up within this time and no phone has answered. */
export const ABANDONED_SECONDS = 15
/** Lifetime of a recording's URL. The player renews it during playback. */
export const RECORDING_LINK_SECONDS = 300
/** Maximum number of calls in a lead's history. */
export const LEAD_CALLS_MAX = 100
export const CALL_EXPORT_MAX = 250_000

/**
 * State of a recording. `announced`: the call was recorded, but the audio has not arrived yet. `purged`: deleted after
 * its retention period.
 */
export const recordingStates = ['announced', 'stored', 'absent', 'failed', 'purged'] as const
export const CallRecording = z.object({
  kind: z.enum(['dial', 'voicemail']),
  state: z.enum(recordingStates),
  seconds: z.number().int().nullable(),
  channels: z.number().int(),
  purgedAt: time.nullable(),
})
export type CallRecording = z.output<typeof CallRecording>
/** One of several recordings: each talk of a call has its own. */
export const RecordingOfCall = CallRecording.extend({ _id: id })
export type RecordingOfCall = z.output<typeof RecordingOfCall>

export const Call = z.object({
  _id: id,
  direction: z.enum(callDirections),
  state: z.enum(callStates),
  /** Null until the call ends. */
  status: z.enum(callStatuses).nullable(),
  startedAt: time,
  answeredAt: time.nullable(),
  endedAt: time.nullable(),
  /** Seconds until the call was answered or ended; null while it rings. */
  ringSeconds: z.number().int().nullable(),
  /** Talk time in seconds. */
  duration: z.number().int(),
  /** The caller's number in E.164; null if it is withheld or is not a phone number. */
  caller: z.string().nullable(),
  /** The caller ID as the carrier sent it, if it is not a phone number. */
  callerText: z.string().nullable(),
  isWithheld: z.boolean(),
  /** Whether this is the first call from the caller's number. */
  isFirstTime: z.boolean(),
  /** Whether the caller hung up within ABANDONED_SECONDS without an answer. */
  isAbandoned: z.boolean(),
  lead: z.object({ _id: id, name: z.string(), source: z.string(), tags: z.array(z.string()) }).nullable(),
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  number: z.object({ _id: id, phone: z.string(), label: z.string() }).nullable(),
  answeredBy: User.nullable(),
  /** The phone number that answered; null if a browser phone answered or the call was not answered. */
  answeredPhone: z.string().nullable(),
  /** The people with whom the caller talked after that, in their order. */
  passedTo: z.array(User),
  /** Path of the audio, `/api/call/{id}/recording`; null if there is no recording or the user may not hear it. */
  recordLink: z.string().nullable(),
  recording: CallRecording.nullable(),
  /** Whether this is a test call to the number. */
  isTest: z.boolean(),
  /** The called number of an outgoing call, in E.164; null for other calls and after an erasure. */
  called: z.string().nullable(),
  /** The member who made or logged the call. */
  madeBy: User.nullable(),
  /** A call made elsewhere and logged by hand, until when its author may delete it, and what they wrote; else null. */
  logged: z.object({ note: z.string(), removableUntil: time }).nullable(),
})
export type Call = z.output<typeof Call>

export const attemptOutcomes = ['completed', 'busy', 'no-answer', 'canceled', 'failed'] as const
/** One attempt to ring a phone. */
export const CallAttempt = z.object({
  /** Step of the ring list. Phones of the same step ring together. */
  step: z.number().int(),
  kind: z.enum(['softphone', 'phone']),
  /** Why it rang: a colleague to whom the call was transferred, or the person who transferred it. */
  transfer: z.enum(['blind', 'attended', 'back']).nullable(),
  user: User.nullable(),
  phone: z.string().nullable(),
  startedAt: time,
  ringingAt: time.nullable(),
  answeredAt: time.nullable(),
  endedAt: time.nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** Whether the phone was connected to the caller. */
  bridged: z.boolean(),
})
export type CallAttempt = z.output<typeof CallAttempt>

/** Reasons for a call's status. Their texts are in locales/<language>/calls.json under `reason`. */
export const callReasons = [
  'bridged',
  'cut_off',
  'left_in_transfer',
  'blacklisted',
  'not_active',
  'out_of_time',
  /** Of calls that members make: the member's own phone. */
  'agent_canceled',
  'agent_no_answer',
  'agent_declined',
  /** It was made elsewhere and logged by hand. */
  'logged',
  'left_before_dial',
  'hangup_while_ringing',
  'hangup_while_waiting',
  'callback_asked',
  'all_busy',
  'rang_out',
  'declined',
  'no_phones',
  'failed_after_ring',
  'route_failed',
  'no_dial',
  'inconsistent',
  'no_final_event',
] as const
export type CallReason = (typeof callReasons)[number]
export const CallDetails = Call.extend({
  reason: z.enum(callReasons).nullable(),
  /** The existing number of the business that was dialled, if its carrier forwarded the call and named it. */
  forwardedFrom: z.string().nullable(),
  attempts: z.array(CallAttempt),
  /** All recordings in the order of their talks; empty if the user may not hear them. */
  recordings: z.array(RecordingOfCall),
  /** Whether the caller is currently on the blacklist of the business or campaign. */
  isBlacklisted: z.boolean(),
})
export type CallDetails = z.output<typeof CallDetails>

/** A call must match all given filters. */
export const CallFilters = z.strictObject({
  status: z.array(z.enum(callStatuses)).max(callStatuses.length).optional(),
  direction: z.enum(callDirections).optional(),
  /** Ids of virtual numbers. */
  number: z.array(id).max(100).optional(),
  answeredBy: z.array(id).max(100).optional(),
  /**
   * Members whose phones rang: incoming calls that one of them answered, and those that they did not answer and no colleague
   * answered first.
   */
  rang: z.array(id).max(100).optional(),
  /** First and last day, in Asia/Jerusalem, on which the call may have started. */
  from: day.optional(),
  to: day.optional(),
  /** Weekdays and hours of the clock in Asia/Jerusalem at which the call may have started. */
  weekday: z.array(z.enum(weekdays)).max(weekdays.length).optional(),
  hour: z.array(z.enum(hoursOfDay)).max(hoursOfDay.length).optional(),
  recording: z.literal(true).optional(),
  firstTime: z.literal(true).optional(),
  /** Only calls with one of missedStatuses. */
  missed: z.literal(true).optional(),
  /** Only missed calls whose callers were reached since: someone spoke with them, or marked the call as returned. */
  returned: z.literal(true).optional(),
  /** Only missed calls whose callers were not reached since. */
  notReturned: z.literal(true).optional(),
  abandoned: z.literal(true).optional(),
  /** Only test calls; these appear in no other list and in no counter. */
  test: z.literal(true).optional(),
})
export type CallFilters = z.output<typeof CallFilters>
export const callSorts = ['-date', 'date'] as const

const chosen = {
  /** Comma-separated campaign ids; absent: all campaigns whose calls the user may read. */
  campaignId: commaList(id).optional(),
  filters: jsonQuery(CallFilters).optional(),
  /** Three or more letters of the lead's name, or digits of the caller's number in any formatting. */
  search: text(SEARCH_MAX).optional(),
}
export const CallQuery = Paging.extend({
  ...chosen,
  all: z.enum(['true', 'false']).optional(),
  sort: z.enum(callSorts).default('-date'),
})
export type CallQuery = z.output<typeof CallQuery>

/**
 * Statistics of the matching calls. If more than EXACT_TOTAL_MAX calls match, only the newest EXACT_TOTAL_MAX are
 * counted.
 */
export const CallSummary = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  /** Share of answered calls, 0 to 1. Calls from blocked callers and to inactive numbers are excluded. */
  answeredShare: z.number().nullable(),
  missed: z.number().int(),
  /** Mean seconds until the call was answered. */
  averageWait: z.number().nullable(),
  uniqueCallers: z.number().int(),
  isExact: z.boolean(),
})
export type CallSummary = z.output<typeof CallSummary>

export const callRoutes = {
  list: route({
    ...heavyGet,
    path: '/call',
    access: 'None',
    can: 'calls.hear',
    scope: 'calls:read',
    summary: 'A page of calls with its total',
    query: CallQuery,
    reply: z.object({ success: z.literal(true), calls: z.array(Call), pagination: Pagination }),
  }),
  summary: route({
    ...heavyGet,
    path: '/call/summary',
    access: 'None',
    can: 'calls.hear',
    summary: 'What the calls of a list come to',
    query: z.object(chosen),
    /** `canExport`: whether the user may export these calls. */
    reply: z.object({ success: z.literal(true), summary: CallSummary, canExport: z.boolean() }),
  }),
  exportLink: route({
    method: 'POST',
    path: '/call/export',
    access: 'None',
    can: 'calls.hear',
    whileClosing: true,
    summary: `An address, for five minutes, of the calls of a list as a CSV file (at most ${CALL_EXPORT_MAX})`,
    body: z.object({
      campaignId: z.array(id).max(200).optional(),
      filters: CallFilters.optional(),
      search: text(SEARCH_MAX).optional(),
    }),
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time }),
  }),
  ofLead: route({
    method: 'GET',
    path: '/lead/:id/calls',
    access: 'None',
    summary: `A lead's calls, newest first (at most ${LEAD_CALLS_MAX}); without the right to hear them, no recordings`,
    params: byId,
    reply: z.object({ success: z.literal(true), calls: z.array(Call) }),
  }),
  get: route({
    method: 'GET',
    path: '/call/:id',
    access: 'None',
    scope: 'calls:read',
    summary: 'One call with the phones that rang; also for the person who answered it',
    params: byId,
    reply: z.object({ success: z.literal(true), call: CallDetails }),
  }),
  recordingLink: route({
    method: 'POST',
    path: '/call/:id/recording/link',
    access: 'None',
    whileClosing: true,
    summary: 'When play starts: the signed address of a recording for a while, and a row that says who listened',
    params: byId,
    body: z.object({
      /** The link to renew; a renewal counts as the same playback. */
      renews: z.string().max(500).optional(),
      download: z.boolean().default(false),
      /** One of several recordings; absent: the one that lists show. */
      recordingId: id.optional(),
    }),
    reply: z.object({ success: z.literal(true), url: z.string(), expiresAt: time }),
  }),
  listens: route({
    method: 'GET',
    path: '/call/:id/recording/listens',
    access: 'Owner',
    summary: 'Who listened to a recording, newest first',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      listens: z.array(z.object({ user: User, at: time, download: z.boolean() })),
    }),
  }),
}
