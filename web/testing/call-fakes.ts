import type { Call, CallDetails } from '#contract/calls/calls.ts'
import type { LiveEvent } from '#contract/events/live.ts'
import { BUSINESS_ID, CAMPAIGN_ID } from './fakes.ts'
import { idOf, NOAM } from './lead-fakes.ts'

/** An answered call with a recording. */
export const aCall = (number: number, changes: Partial<Call> = {}): Call => ({
  _id: idOf(5000 + number),
  direction: 'inbound',
  state: 'ended',
  status: 'Answered',
  startedAt: new Date(Date.now() - number * 60_000).toISOString(),
  answeredAt: new Date(Date.now() - number * 60_000 + 9_000).toISOString(),
  endedAt: new Date(Date.now() - number * 60_000 + 261_000).toISOString(),
  ringSeconds: 9,
  duration: 252,
  caller: '+972724440111',
  callerText: null,
  isWithheld: false,
  isFirstTime: false,
  isAbandoned: false,
  lead: { _id: idOf(1000 + number), name: `Caller ${number}`, source: 'google_ads', tags: [] },
  campaignId: CAMPAIGN_ID,
  campaignName: 'מטבחים – Google',
  number: { _id: idOf(600), phone: '+972724440001', label: '' },
  answeredBy: NOAM,
  answeredPhone: null,
  passedTo: [],
  recordLink: `/api/call/${idOf(5000 + number)}/recording`,
  recording: { kind: 'dial', state: 'stored', seconds: 252, channels: 2, purgedAt: null },
  isTest: false,
  called: null,
  madeBy: null,
  logged: null,
  ...changes,
})

export const callDetails = (call: Call, changes: Partial<CallDetails> = {}): CallDetails => ({
  ...call,
  reason: 'bridged',
  forwardedFrom: null,
  isBlacklisted: false,
  recordings: call.recording ? [{ _id: idOf(9000), ...call.recording }] : [],
  attempts: [
    {
      step: 0,
      kind: 'softphone',
      transfer: null,
      user: NOAM,
      phone: null,
      startedAt: call.startedAt,
      ringingAt: call.startedAt,
      answeredAt: call.answeredAt,
      endedAt: call.endedAt,
      outcome: 'completed',
      bridged: true,
    },
  ],
  ...changes,
})

export const callPage = (calls: Call[], { page = 1, limit = 10, total = calls.length } = {}) => ({
  success: true as const,
  calls,
  pagination: { page, limit, total, totalIsExact: true, pages: Math.ceil(total / limit) },
})

export const aSummary = {
  success: true as const,
  summary: {
    calls: 142,
    answered: 120,
    answeredShare: 0.845,
    missed: 19,
    averageWait: 14.4,
    uniqueCallers: 118,
    isExact: true,
  },
  canExport: true,
}

/** The live message of a call event. */
export const callEvent = (name: LiveEvent['name'], call: Call): { kind: 'change'; event: LiveEvent } => ({
  kind: 'change',
  event: {
    position: call._id,
    name,
    businessId: BUSINESS_ID,
    campaignId: CAMPAIGN_ID,
    callId: call._id,
    actor: { system: true },
    at: call.startedAt,
  },
})
