import { lazy } from 'react'
import { useSession } from '../../lib/session.ts'

const DashboardPage = lazy(() =>
  import('../../features/dashboard/dashboard-page.tsx').then(({ DashboardPage: component }) => ({ default: component })),
)
const NoBusiness = lazy(() =>
  import('../../features/businesses/no-business.tsx').then(({ NoBusiness: component }) => ({ default: component })),
)

/** The overview; for those who belong to no business yet, how to come by one. */
export const HomePage = () => (useSession().business ? <DashboardPage /> : <NoBusiness />)
