import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { lazily } from '../../lib/lazy.ts'
import { useSession } from '../../lib/session/session.ts'

const WithoutBusiness = lazily(() => import('./without-business.tsx'), 'WithoutBusiness')

/** The overview; for those who belong to no business yet, how to come by one. */
export const HomePage = () => (useSession().business ? <DashboardPage /> : <WithoutBusiness />)
