import { z } from 'zod'
import { callDirections, callStatuses } from '../calls/call-statuses.ts'
import { day, id } from '../common.ts'
import { type EventEntries, OfBusiness, OfCampaign } from './events.ts'

/** What a call weighs in counters: `total` is +1, or −1 where a late report takes an earlier status back. */
export const CallDelta = OfCampaign.extend({
  numberId: id.nullable(),
  direction: z.enum(callDirections),
  status: z.enum(callStatuses),
  /** Who answered. */
  userId: id.nullable(),
  /** Whose phones rang without their answer, each once; not where a colleague's answer ended the ringing. */
  missedBy: z.array(id),
  /** The day of its start in Asia/Jerusalem. */
  day,
  total: z.number().int(),
  /** Seconds of ringing and of talk, with the same sign; 0 for unanswered calls. */
  wait: z.number().int(),
  talk: z.number().int(),
})
export type CallDelta = z.output<typeof CallDelta>

const AboutCall = OfCampaign.extend({ callId: id, leadId: id.optional() })
/** The list of calls is their log. */
const ofCall = { audience: 'broadcast', topic: 'call', kind: null } as const

export const callEvents = {
  /** It rings; `leadId` as soon as there is a lead. */
  'call.started': { ...ofCall, payload: AboutCall },
  /** The call was answered, another phone rings, or the recording arrived. */
  'call.changed': { ...ofCall, payload: AboutCall },
  /** It has its status, or by a late report another one. */
  'call.ended': {
    ...ofCall,
    payload: AboutCall.extend({
      status: z.enum(callStatuses),
      calls: z.array(CallDelta),
      /** Answered, then cut off on our side and not taken over by another phone. */
      isCutOff: z.literal(true).optional(),
    }),
    notification: 'missed_call',
  },
  /** What was looked for: in `personal`. */
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
