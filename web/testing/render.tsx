import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, Suspense } from 'react'
import { vi } from 'vitest'
import type { Language } from '#contract/constants.ts'
import { FeatureProviders } from '../app/feature-providers.tsx'
import { IdentityPrompt } from '../app/identity-prompt.tsx'
import { pages } from '../app/page-table.ts'
import { Design } from '../app/theme/design.tsx'
import { Toaster } from '../app/toaster.tsx'
import { createQueryClient } from '../lib/http/query-client.ts'
import { changeLanguage } from '../lib/i18n/i18n.ts'
import { keepChoices } from '../lib/modal-stack.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { setCurrentBusinessId } from '../lib/session/current-business.ts'
import { storage } from '../lib/storage.ts'
import { PagesProvider } from '../shared/pages.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { aSession, BUSINESS_ID } from './fakes.ts'
import { type FakeReply, fakeServer } from './replies.ts'

type Options = {
  /** The URL with its search: `/b/…/leads/all?page=2`. */
  path?: string
  /** The route's pattern, if the page reads parameters: `/b/$businessId/leads/all`. */
  route?: string
  replies?: FakeReply[]
  /** null: signed out. */
  session?: ReturnType<typeof aSession> | null
  language?: Language
}

/** Renders a page as the app does, with a server that gives these replies. */
export async function renderPage(page: ReactNode, options: Options = {}) {
  const { path = '/', route = path.split('?')[0] ?? '/', replies = [], session = aSession(), language = 'en' } = options
  const server = fakeServer(replies)
  vi.stubGlobal('fetch', server.fetch)
  await changeLanguage(language)
  const queryClient = createQueryClient((error) => toast.error(error.message))
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  if (session) {
    storage.token.set('token-of-a-test')
    setCurrentBusinessId(session.businesses[0]?.businessId ?? BUSINESS_ID)
    queryClient.setQueryData(queryKeys.session, session)
  }
  const router = routerAround(session ? <OfFrame>{page}</OfFrame> : page, route, path)
  const view = render(
    <QueryClientProvider client={queryClient}>
      <Design isTest>
        <Suspense>
          <RouterProvider router={router} />
        </Suspense>
        <Toaster />
        <IdentityPrompt />
      </Design>
    </QueryClientProvider>,
  )
  await vi.waitFor(() => {
    if (router.state.status !== 'idle') throw new Error('The page is still on its way')
  })
  return { ...view, server, router, queryClient, user: userEvent.setup() }
}

/** What the frame provides. */
const OfFrame = ({ children }: { children: ReactNode }) => (
  <PagesProvider value={pages}>
    <FeatureProviders>{children}</FeatureProviders>
  </PagesProvider>
)

function routerAround(page: ReactNode, route: string, path: string) {
  const root = createRootRoute({ component: Outlet })
  const shown = createRoute({ getParentRoute: () => root, path: route, component: () => page })
  // Targets of links do not exist: the test reads the URL.
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const router = createRouter({
    routeTree: root.addChildren(route === '$' ? [shown] : [shown, elsewhere]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch,
    stringifySearch,
  })
  keepChoices(router.history)
  return router
}
