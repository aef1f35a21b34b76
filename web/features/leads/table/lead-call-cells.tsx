import type { Call } from '#contract/calls.ts'
import { formatPhone } from '#contract/phones.ts'
import { trackOf } from '../../../lib/track-of.ts'
import { CallStatus } from '../../../ui/call-status.tsx'
import { PlayButton } from '../../../ui/play-button.tsx'

export const CallStatusCell = ({ call }: { call: Call }) => <CallStatus status={call.status} state={call.state} />

export const CallRecordingCell = ({ businessId, call }: { businessId: string; call: Call }) => (
  <PlayButton
    state={call.recording?.state ?? null}
    track={() => trackOf(businessId, call)}
    name={call.lead?.name || (call.caller ? formatPhone(call.caller) : '')}
  />
)
