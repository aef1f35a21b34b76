import { useTranslation } from 'react-i18next'
import { AuthFrame } from '../../features/auth/auth-frame.tsx'
import { GuestMeeting } from '../../features/meetings/guest-meeting.tsx'
import { paths } from '../../lib/paths.ts'
import { useIds } from '../../lib/search.ts'

/** Target of the link in an invitation to a meeting. */
export function MeetingPage() {
  const { t } = useTranslation('guest-meeting')
  const { id, token } = useIds(paths.meeting)
  return (
    <AuthFrame title={t('tab')} bare plain>
      <meta name="robots" content="noindex" />
      <GuestMeeting id={id} token={token} />
    </AuthFrame>
  )
}
