import type { Call } from '#contract/calls/calls.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { CallStatus } from '../../../shared/call-status.tsx'
import { PlayButton } from '../../../shared/player/play-button.tsx'
import { trackOf } from '../../../shared/player/recording-track.ts'

export const CallStatusCell = ({ call }: { call: Call }) => <CallStatus status={call.status} state={call.state} />

export const CallRecordingCell = ({ businessId, call }: { businessId: string; call: Call }) => (
  <PlayButton
    state={call.recording?.state ?? null}
    track={() => trackOf(businessId, call)}
    name={call.lead?.name || (call.caller ? formatPhone(call.caller) : '')}
  />
)
