import type { Call } from '#contract/calls/calls.ts'
import { paths } from '../../lib/paths.ts'
import type { Track } from './player.ts'

/** The player's track for a call. */
export const trackOf = (businessId: string, call: Call): Track => ({
  businessId,
  callId: call._id,
  name: call.lead?.name || null,
  phone: call.caller,
  leadPath: call.lead && call.campaignId ? paths.lead(businessId, call.campaignId, call.lead._id) : null,
  answeredBy: call.answeredBy?.name ?? null,
  startedAt: call.startedAt,
  seconds: call.recording?.seconds ?? null,
  channels: call.recording?.channels ?? 1,
})
