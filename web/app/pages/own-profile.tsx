import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { OwnData } from '../../features/privacy/own-data.tsx'
import { ProfilePage } from '../../features/profile/profile-page.tsx'
import { endSession } from '../session-control.ts'

/** One's profile, with one's data, which are a feature of their own. */
export function OwnProfile() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return <ProfilePage data={<OwnData onErased={() => void endSession({ router, queryClient })} />} />
}
