import type { RouteComponent } from '@tanstack/react-router'
import { useMaybeSession } from '../lib/session/session.ts'
import { Loader } from '../ui/feedback/loader.tsx'

/**
 * The page while there is a session, or a business in it. Either may end before the way to another page is found, and
 * the page, which relies on it, must not be rendered once more.
 */
export function heldPage(Page: RouteComponent, needs: 'session' | 'business'): RouteComponent {
  function Held() {
    const session = useMaybeSession()
    const isThere = needs === 'business' ? session?.business : session
    return isThere ? <Page /> : <Loader />
  }
  return Object.assign(Held, Page.preload && { preload: Page.preload })
}
