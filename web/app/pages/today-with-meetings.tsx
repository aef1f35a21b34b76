import { TodayMeetingsProvider } from '../../features/follow-ups/today/meetings-slot.ts'
import { TodayPage } from '../../features/follow-ups/today/today-page.tsx'
import { useTodayCount } from '../../features/meetings/today/today-meetings.api.ts'
import { lazily } from '../../lib/lazy.ts'

const Meetings = lazily(() => import('../../features/meetings/today/today-meetings.tsx'), 'TodayMeetings')
const meetings = { useCount: useTodayCount, Meetings }

/** Today with the day's meetings, another feature's. */
export function TodayWithMeetings() {
  return (
    <TodayMeetingsProvider value={meetings}>
      <TodayPage />
    </TodayMeetingsProvider>
  )
}
