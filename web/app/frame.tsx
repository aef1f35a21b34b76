import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazily } from '../lib/lazy.ts'
import { useMaybeSession } from '../lib/session/session.ts'
import { lazyPage } from '../shared/pages.ts'
import { Loader } from '../ui/feedback/loader.tsx'
import classes from './frame.module.css'
import { GlobalOverlay } from './layout/global-overlay.tsx'
import { RouteBar } from './layout/route-bar.tsx'

const TwoFactorNeeded = lazily(() => import('./pages/two-factor-needed.tsx'), 'TwoFactorNeeded')
/** Loaded before a page in it is shown (held-page.tsx), so that it never suspends the page. */
export const Shell = lazyPage(() => import('./layout/shell.tsx'), 'Shell')

/**
 * Header, top bar and side menu appear only for signed-in users (specification, section 2), and not before the user's
 * phone is verified.
 */
export function Frame() {
  const session = useMaybeSession()
  const isBare = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.bare || staticData.unframed),
  })
  const isOfBusiness = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.inBusiness) })
  const page = (
    <Suspense fallback={<Loader />}>
      {session?.needsTwoFactor && isOfBusiness ? <TwoFactorNeeded /> : <Outlet />}
    </Suspense>
  )
  return (
    <>
      <RouteBar />
      {session && session.user.status !== 'Pending' && !isBare ? (
        <Suspense fallback={<Loader fullScreen />}>
          <Shell>{page}</Shell>
        </Suspense>
      ) : (
        <main className={session && !isBare ? classes.alone : undefined}>{page}</main>
      )}
      <GlobalOverlay />
    </>
  )
}
