import { MeetingOfCallProvider } from '../../features/calls/call/meeting-slot.ts'
import { CallsPage } from '../../features/calls/list/calls-page.tsx'
import { lazily } from '../../lib/lazy.ts'

const MeetingOfCall = lazily(() => import('../../features/meetings/making/meeting-of-call.tsx'), 'MeetingOfCall')

/** The list of calls, whose details also set a meeting, another feature's act. */
export const CallsWithMeetings = () => (
  <MeetingOfCallProvider value={MeetingOfCall}>
    <CallsPage />
  </MeetingOfCallProvider>
)
