import { Suspense } from 'react'
import { MyShiftsPage } from '../../features/shifts/own/my-shifts-page.tsx'
import { lazily } from '../../lib/lazy.ts'
import { useCan, useSession } from '../../lib/session/session.ts'
import { Loader } from '../../ui/feedback/loader.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'

/** Below the first screen, or the whole page of the few who have no shifts. */
const loadProfile = () => import('./own-profile.tsx')
const OwnProfile = lazily(loadProfile, 'OwnProfile')
const OwnProfileSections = lazily(loadProfile, 'OwnProfileSections')

/**
 * One's own shifts, above the profile (specification, section 2: this page shows the profile, too). People who have no
 * shifts see the profile alone.
 */
export function OwnShifts() {
  const { businessId } = useSession()
  const hasShifts = useCan('shifts.own')
  if (!businessId || !hasShifts)
    return (
      <Suspense fallback={<Loader />}>
        <OwnProfile />
      </Suspense>
    )
  return (
    <MyShiftsPage>
      <Suspense fallback={<SkeletonRows rows={8} columns={2} />}>
        <OwnProfileSections />
      </Suspense>
    </MyShiftsPage>
  )
}
