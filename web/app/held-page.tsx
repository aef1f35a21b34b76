import type { RouteComponent } from '@tanstack/react-router'
import { useMaybeSession } from '../lib/session/session.ts'
import { Loader } from '../ui/feedback/loader.tsx'

/**
 * Renders the page only while there is a session, or a business in it. Either may end before navigation to another page
 * completes, and the page relies on it.
 */
export function heldPage(Page: RouteComponent, needs: 'session' | 'business'): RouteComponent {
  function Held() {
    const session = useMaybeSession()
    const isThere = needs === 'business' ? session?.business : session
    return isThere ? <Page /> : <Loader />
  }
  return Object.assign(Held, Page.preload && { preload: Page.preload })
}
