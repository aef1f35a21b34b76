import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { BUSINESS, paths } from '../lib/paths.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { currentBusinessId } from '../lib/session/current-business.ts'
import { storage } from '../lib/storage.ts'
import { lazyPage, pathsOf } from '../shared/pages.ts'
import { Loader } from '../ui/feedback/loader.tsx'
import { Crash } from './crash.tsx'
import { Frame } from './frame.tsx'
import { guard, leadTo } from './guard.ts'
import { heldPage } from './held-page.tsx'
import { pages } from './page-table.ts'

const NotFound = lazyPage(() => import('./pages/not-found.tsx'), 'NotFound')

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  beforeLoad: guard,
  component: Frame,
  notFoundComponent: NotFound,
})
const business = createRoute({
  getParentRoute: () => root,
  path: BUSINESS,
  staticData: { access: 'user', inBusiness: true },
})
/** The home page, also under the path that the specification names. */
const entrances = ['/', paths.home].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    staticData: { access: 'user' },
    beforeLoad: ({ context: { queryClient } }) => {
      const businessId = currentBusinessId()
      // The server has not answered yet: the device keeps leads, but no overview.
      const isKept = Number(queryClient.getQueryState(queryKeys.session)?.dataUpdatedAt) < performance.timeOrigin
      throw leadTo(businessId && isKept ? (storage.leadsPath.get() ?? paths.leads(businessId)) : paths.dashboard)
    },
  }),
)
const all = pages.flatMap((page) => pathsOf(page).map((path) => ({ ...page, path })))
const below = `${BUSINESS}/`

const routeTree = root.addChildren([
  ...entrances,
  ...all
    .filter(({ path }) => !path.startsWith(below))
    .map(({ path, component: page, ...staticData }) => {
      const component = staticData.access ? heldPage(page, 'session') : page
      return createRoute({ getParentRoute: () => root, path, component, staticData })
    }),
  business.addChildren(
    all
      .filter(({ path }) => path.startsWith(below))
      .map(({ path, component: page, ...staticData }) => {
        const component = heldPage(page, 'business')
        return createRoute({ getParentRoute: () => business, path: path.slice(BUSINESS.length), component, staticData })
      }),
  ),
])

/** `history` defaults to the browser's; tests pass their own. */
export const makeRouter = (queryClient: QueryClient, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { queryClient },
    ...(history && { history }),
    parseSearch,
    stringifySearch,
    defaultErrorComponent: Crash,
    defaultNotFoundComponent: NotFound,
    defaultPendingComponent: Loader,
    scrollRestoration: true,
  })
