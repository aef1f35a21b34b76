import { z } from 'zod'
import { callDirections, callStatuses } from '../../calls/call-statuses.ts'
import { day, id, time } from '../../common.ts'
import { Changes, type EventEntries, OfBusiness, OfCampaign } from '../events.ts'
import { CounterDelta } from '../leads.ts'

/** A change of the call counters. `total` is +1, or −1 to revert an earlier status that a late report replaces. */
export const CallDelta = OfCampaign.extend({
  numberId: id.nullable(),
  direction: z.enum(callDirections),
  status: z.enum(callStatuses),
  /** The member who answered. */
  userId: id.nullable(),
  /** Members whose phones rang unanswered, each once, except where a colleague's answer ended the ringing. */
  missedBy: z.array(id),
  /** Day of the call's start in Asia/Jerusalem. */
  day,
  /** Hour of the week of the start in Asia/Jerusalem (week-hours.ts); absent in events from before hours were counted. */
  hour: z.number().int().optional(),
  total: z.number().int(),
  /** Seconds of ringing and of talk, with the same sign; 0 for unanswered calls. */
  wait: z.number().int(),
  talk: z.number().int(),
})
export type CallDelta = z.output<typeof CallDelta>

const AboutCall = OfCampaign.extend({ callId: id, leadId: id.optional() })
/** Call events are not in the audit log, because the list of calls records them. */
const ofCall = { audience: 'broadcast', topic: 'call', kind: null } as const

/** Acts on a missed caller; the call is their last try. */
const ofMissed = {
  payload: AboutCall,
  audience: 'broadcast',
  topic: 'call',
  kind: 'leads',
  subject: { kind: 'call', id: 'callId', isPagePermanent: true },
} as const

/** `counts` is set if the lead's first response changed with it. */
const ofLog = {
  payload: AboutCall.extend({ leadId: id, calls: z.array(CallDelta), counts: z.array(CounterDelta).optional() }),
  audience: 'broadcast',
  topic: 'call',
  kind: 'leads',
  subject: { kind: 'lead', id: 'leadId' },
} as const

/** Notifications about calls. They are treated like those about leads, because a missed call belongs to a lead. */
export const callNotifications = ['missed_call'] as const

export const callEvents = {
  /** The phone rings. `leadId` is set once a lead exists. */
  'call.started': {
    ...ofCall,
    /** `announcedTo`: the members whose browser phones ring first, after what the caller hears now. */
    payload: AboutCall.extend({ announcedTo: z.array(id).optional() }),
  },
  /**
   * The call was answered, another phone rings, or the recording arrived. `counts` is set if the answer is the first
   * response to the lead.
   */
  'call.changed': { ...ofCall, payload: AboutCall.extend({ counts: z.array(CounterDelta).optional() }) },
  /** The call got its status, or a late report changed it. */
  'call.ended': {
    ...ofCall,
    payload: AboutCall.extend({
      status: z.enum(callStatuses),
      calls: z.array(CallDelta),
      /** Set if the call was answered, then disconnected on the business's side and not resumed on another phone. */
      isCutOff: z.literal(true).optional(),
      /** The call was made elsewhere and logged by hand. */
      isLogged: z.literal(true).optional(),
    }),
    notification: 'missed_call',
  },
  /** A call that was logged by hand was changed; the note is in `personal`. */
  'call.log_edited': { ...ofLog, payload: ofLog.payload.extend({ changes: Changes }) },
  /** A call that was logged by hand was deleted. What an undo needs is in `personal`. */
  'call.log_deleted': ofLog,
  'call.log_restored': ofLog,
  /** The caller's missed calls, up to this one, were marked as returned, or the mark was removed. */
  'call.returned': ofMissed,
  'call.return_undone': ofMissed,
  /** The missed caller was hidden until a time, or shown again. */
  'call.snoozed': { ...ofMissed, payload: AboutCall.extend({ until: time }), facts: ['until'] },
  'call.snooze_undone': ofMissed,
  /** The search text is in `personal`. */
  'calls.exported': { payload: OfBusiness, audience: 'audit', kind: 'takings', facts: ['asked'] },
} as const satisfies EventEntries

export const recordingEvents = {
  'recording.heard': {
    payload: AboutCall.omit({ leadId: true }).extend({ recordingId: id, isDownload: z.boolean() }),
    audience: 'audit',
    kind: 'takings',
    subject: { kind: 'call', id: 'callId', isPagePermanent: true },
    facts: ['isDownload'],
  },
} as const satisfies EventEntries
