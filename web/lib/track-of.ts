import type { Call } from '#contract/calls.ts'
import { paths } from './paths.ts'
import type { Track } from './player.ts'

/** The recording of a call, as the player wants it. */
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
