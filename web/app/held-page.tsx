import type { RouteComponent } from '@tanstack/react-router'
import { loadTexts } from '../lib/i18n/i18n.ts'
import { useMaybeSession } from '../lib/session/session.ts'
import { storage } from '../lib/storage.ts'
import type { Page } from '../shared/pages.ts'
import { Loader } from '../ui/feedback/loader.tsx'
import { Shell } from './frame.tsx'

type Held = Pick<Page, 'component' | 'texts' | 'access' | 'bare' | 'unframed'>

/**
 * Renders the page only while there is the session, or the business in it, that the page needs. Either may end before
 * navigation to another page completes, and the page relies on it.
 *
 * The router shows the page once its code and its texts are loaded: a text that is missing would suspend the page, and
 * React would render it from the start again for each catalogue.
 */
export function heldPage({ component: Page, texts = [], ...page }: Held, isOfBusiness = false): RouteComponent {
  const needs = isOfBusiness ? 'business' : page.access && 'session'
  function Held() {
    const session = useMaybeSession()
    const isThere = !needs || (needs === 'business' ? session?.business : session)
    return isThere ? <Page /> : <Loader />
  }
  const preload = async () => {
    // The frame is shown to those who are signed in, also around a public page.
    const framed = !page.bare && !page.unframed && storage.token.get() !== null
    await Promise.all([Page.preload?.(), loadTexts(texts, { framed }), framed && Shell.preload?.()])
  }
  return Object.assign(Held, { preload })
}
