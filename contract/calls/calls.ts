import { z } from 'zod'
import { byId, commaList, day, id, jsonQuery, Pagination, Paging, SEARCH_MAX, text, time } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { User } from '../team/users.ts'
import { callDirections, callStatuses } from './call-statuses.ts'

/** Where a call is now. `voicemail`: its caller hears a message or leaves one. */
export const callStates = ['ringing', 'talking', 'voicemail', 'ended'] as const
export type CallState = (typeof callStates)[number]

/** A caller who hung up sooner than this before anybody answered is marked as abandoned. */
export const ABANDONED_SECONDS = 15
/** How long a recording's address works; the player renews it while it plays. */
export const RECORDING_LINK_SECONDS = 300
/** Calls of a lead that its history shows. */
export const LEAD_CALLS_MAX = 100
export const CALL_EXPORT_MAX = 250_000

/** `announced`: the call has one, its sound is on the way. `purged`: it was kept long enough. */
export const recordingStates = ['announced', 'stored', 'absent', 'failed', 'purged'] as const
export const CallRecording = z.object({
  kind: z.enum(['dial', 'voicemail']),
  state: z.enum(recordingStates),
  seconds: z.number().int().nullable(),
  channels: z.number().int(),
  purgedAt: time.nullable(),
})
export type CallRecording = z.output<typeof CallRecording>

export const Call = z.object({
  _id: id,
  direction: z.enum(callDirections),
  state: z.enum(callStates),
  /** Null while the call goes on. */
  status: z.enum(callStatuses).nullable(),
  startedAt: time,
  answeredAt: time.nullable(),
  endedAt: time.nullable(),
  /** Seconds until the call was answered or ended; null while it rings. */
  ringSeconds: z.number().int().nullable(),
  /** Seconds of talk. */
  duration: z.number().int(),
  /** E.164; null: withheld, or no phone. */
  caller: z.string().nullable(),
  /** What the phone company sent where it is no phone. */
  callerText: z.string().nullable(),
  isWithheld: z.boolean(),
  /** No call from this number before. */
  isFirstTime: z.boolean(),
  /** Hung up within ABANDONED_SECONDS. */
  isAbandoned: z.boolean(),
  lead: z.object({ _id: id, name: z.string(), source: z.string(), tags: z.array(z.string()) }).nullable(),
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  number: z.object({ _id: id, phone: z.string(), label: z.string() }).nullable(),
  answeredBy: User.nullable(),
  /** The phone that answered, where it was one. */
  answeredPhone: z.string().nullable(),
  /** Its sound's own path, `/api/call/{id}/recording`; null without the right to hear it, or without one. */
  recordLink: z.string().nullable(),
  recording: CallRecording.nullable(),
  /** A test call to the number. */
  isTest: z.boolean(),
})
export type Call = z.output<typeof Call>

export const attemptOutcomes = ['completed', 'busy', 'no-answer', 'canceled', 'failed'] as const
/** One phone that rang. */
export const CallAttempt = z.object({
  /** Counts the steps of the ring list; phones of one step ring together. */
  step: z.number().int(),
  kind: z.enum(['softphone', 'phone']),
  user: User.nullable(),
  phone: z.string().nullable(),
  startedAt: time,
  ringingAt: time.nullable(),
  answeredAt: time.nullable(),
  endedAt: time.nullable(),
  outcome: z.enum(attemptOutcomes).nullable(),
  /** Spoke with the caller. */
  bridged: z.boolean(),
})
export type CallAttempt = z.output<typeof CallAttempt>

/** Why the status is what it is, in a word; texts in locales/<language>/calls.json under `reason`. */
export const callReasons = [
  'bridged',
  'cut_off',
  'blacklisted',
  'not_active',
  'out_of_time',
  'left_before_dial',
  'hangup_while_ringing',
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
  attempts: z.array(CallAttempt),
  /** Its caller is on the business's blacklist or the campaign's now. */
  isBlacklisted: z.boolean(),
})
export type CallDetails = z.output<typeof CallDetails>

/** Every filter given must hold. */
export const CallFilters = z.strictObject({
  status: z.array(z.enum(callStatuses)).max(callStatuses.length).optional(),
  direction: z.enum(callDirections).optional(),
  /** Virtual numbers. */
  number: z.array(id).max(100).optional(),
  answeredBy: z.array(id).max(100).optional(),
  /** Days of its start in Asia/Jerusalem, both included. */
  from: day.optional(),
  to: day.optional(),
  recording: z.literal(true).optional(),
  firstTime: z.literal(true).optional(),
  /** One of missedStatuses. */
  missed: z.literal(true).optional(),
  abandoned: z.literal(true).optional(),
  /** Calls that try a number out: they stand in no other list and count nowhere. */
  test: z.literal(true).optional(),
})
export type CallFilters = z.output<typeof CallFilters>
export const callSorts = ['-date', 'date'] as const

const chosen = {
  /** Comma-joined; absent: every campaign whose calls the caller may read. */
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

/** Covers all matching calls up to EXACT_TOTAL_MAX, and the newest EXACT_TOTAL_MAX beyond that. */
export const CallSummary = z.object({
  calls: z.number().int(),
  answered: z.number().int(),
  /** 0 to 1, of the calls that could be answered: not of those blacklisted or to a number that is not active. */
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
    /** `canExport`: the caller may have them as a file, as far as that was granted. */
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
      /** The link that is being renewed: the same listening goes on. */
      renews: z.string().max(500).optional(),
      download: z.boolean().default(false),
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
