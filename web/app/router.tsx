import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router'
import { BUSINESS, paths } from '../lib/paths.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { parseSearch, stringifySearch } from '../lib/search.ts'
import { currentBusinessId } from '../lib/session/current-business.ts'
import { storage } from '../lib/storage.ts'
import { lazyPage, type Page, type PageAt, pathsOf } from '../shared/pages.ts'
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
type Opened = { context: { queryClient: QueryClient }; params: PageAt['params']; location: ParsedLocation }
/**
 * The page is rendered once its data is requested, without waiting for the reply: rendering keeps a slow device busy. The
 * page shows its own state of waiting, and asks again after an error.
 */
const askFirst =
  (ask: NonNullable<Page['ask']>) =>
  ({ context, params, location: { pathname, search } }: Opened) =>
    ask(context.queryClient, { pathname, params, search }).catch(() => undefined)
const all = pages.flatMap((page) => pathsOf(page).map((path) => ({ ...page, path })))
function routeOf(page: (typeof all)[number], isOfBusiness = false) {
  const { path, component: _component, ask: _ask, ...staticData } = page
  return { path, component: heldPage(page, isOfBusiness), staticData }
}
const below = `${BUSINESS}/`

const routeTree = root.addChildren([
  ...entrances,
  ...all
    .filter(({ path }) => !path.startsWith(below))
    .map((page) => createRoute({ getParentRoute: () => root, ...routeOf(page) })),
  business.addChildren(
    all
      .filter(({ path }) => path.startsWith(below))
      .map((page) => {
        const route = { ...routeOf(page, true), path: page.path.slice(BUSINESS.length) }
        return createRoute({
          getParentRoute: () => business,
          ...route,
          ...(page.ask && { loader: askFirst(page.ask) }),
        })
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
