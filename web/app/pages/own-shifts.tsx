import { MyShiftsPage } from '../../features/shifts/own/my-shifts-page.tsx'
import { useCan, useSession } from '../../lib/session/session.ts'
import { OwnProfile, OwnProfileSections } from './own-profile.tsx'

/**
 * One's own shifts, above the profile (specification, section 2: this page shows the profile, too). People who have no
 * shifts see the profile alone.
 */
export function OwnShifts() {
  const { businessId } = useSession()
  const hasShifts = useCan('shifts.own')
  if (!businessId || !hasShifts) return <OwnProfile />
  return (
    <MyShiftsPage>
      <OwnProfileSections />
    </MyShiftsPage>
  )
}
