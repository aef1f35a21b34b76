import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { Cancelled } from '../session/identity.ts'
import { sessionQuery } from '../session/session.ts'
import { ApiError } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** silent: the screen shows the error itself. */
    mutationMeta: { silent?: boolean }
    /** isLive: a list that refreshes itself (live-list.ts). */
    queryMeta: { silent?: boolean; isLive?: boolean }
  }
}

const RETRIES = 2
const STALE_MS = 30_000

/** Refusals are final; network and server errors may pass. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status >= 500)

/**
 * The query client of the page. Errors are logged (specification, sections 7 and 8); those of mutations are also passed
 * to `showError` unless `meta.silent` is set.
 */
export function createQueryClient(showError: (error: Error) => void) {
  // A business may start to require a second factor while it is used; refetching the session shows this.
  const onError = (error: Error) => {
    console.warn(error)
    if (error instanceof ApiError && error.code === 'two_factor_required')
      void client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => undefined)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (error instanceof Cancelled) return
        onError(error)
        if (!mutation.meta?.silent) showError(error)
      },
    }),
    // The browser may think that it is offline although the server runs on this machine: always try.
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: isWorthRetrying,
        networkMode: 'always',
        // Live events keep the data on the screen up to date, so only queries that failed are fetched again.
        refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
