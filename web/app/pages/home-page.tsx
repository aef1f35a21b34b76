import { DashboardPage } from '../../features/dashboard/dashboard-page.tsx'
import { lazily } from '../../lib/lazy.ts'
import { useSession } from '../../lib/session/session.ts'

const WithoutBusiness = lazily(() => import('./without-business.tsx'), 'WithoutBusiness')

/** The dashboard; for users without a business, ways to get one. */
export const HomePage = () => (useSession().business ? <DashboardPage /> : <WithoutBusiness />)
