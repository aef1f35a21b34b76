import { Suspense } from 'react'
import { businessStep } from '../../features/businesses/first-step.ts'
import { campaignStep } from '../../features/campaigns/first-step.ts'
import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { useFirstSteps } from '../../features/first-steps/first-steps.api.ts'
import { formStep } from '../../features/forms/first-step.ts'
import { inviteStep } from '../../features/invitations/first-step.ts'
import { numberStep, testCallStep } from '../../features/numbers/first-step.ts'
import { lazily } from '../../lib/lazy.ts'
import { useSession } from '../../lib/session/session.ts'
import type { FirstStep } from '../../shared/first-step.ts'

const WithoutBusiness = lazily(() => import('./without-business.tsx'), 'WithoutBusiness')
const FirstSteps = lazily(() => import('../../features/first-steps/first-steps.tsx'), 'FirstSteps')

/** Every step, in their order. */
const steps: readonly FirstStep[] = [businessStep, campaignStep, numberStep, testCallStep, formStep, inviteStep]

/** The dashboard; for users without a business, ways to get one. */
export const HomePage = () => (useSession().business ? <Overview /> : <WithoutBusiness />)

function Overview() {
  const { isPending, shown } = useFirstSteps(steps)
  const opening = shown && (
    <Suspense>
      <FirstSteps {...shown} />
    </Suspense>
  )
  return <DashboardPage opening={isPending ? 'pending' : opening} />
}
