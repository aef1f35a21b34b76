import type { Call, RecordingOfCall } from '#contract/calls/calls.ts'
import { paths } from '../../lib/paths.ts'
import type { Track } from './player.ts'

/** The player's track for a call. */
/** `recording`: one of several; else the one that lists show. */
export const trackOf = (businessId: string, call: Call, recording?: RecordingOfCall): Track => ({
  businessId,
  callId: call._id,
  recordingId: recording?._id ?? null,
  name: call.lead?.name || null,
  phone: call.caller,
  leadPath: call.lead && call.campaignId ? paths.lead(businessId, call.campaignId, call.lead._id) : null,
  answeredBy: call.answeredBy?.name ?? null,
  startedAt: call.startedAt,
  seconds: (recording ?? call.recording)?.seconds ?? null,
  channels: (recording ?? call.recording)?.channels ?? 1,
})
