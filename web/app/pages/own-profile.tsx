import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ProfilePage, ProfileSections } from '../../features/profile/profile-page.tsx'
import { lazily } from '../../lib/lazy.ts'
import { leaveDevice } from '../session-control.ts'

const OwnData = lazily(() => import('../../features/privacy/own-data.tsx'), 'OwnData')

/** The user's profile, with the privacy feature's section about their own data. */
export const OwnProfile = () => <ProfilePage data={<Data />} />

/** The same without the page around it. */
export const OwnProfileSections = () => <ProfileSections data={<Data />} />

function Data() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return <OwnData onErased={() => void leaveDevice({ router, queryClient })} />
}
