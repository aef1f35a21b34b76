import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** silent: the screen itself shows what went wrong. */
    mutationMeta: { silent?: boolean }
  }
}

const RETRIES = 2
const STALE_MS = 30_000

/** What the server refused it will refuse again; what failed on the way may pass. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < RETRIES && (!(error instanceof ApiError) || error.status >= 500)

/** Server state of the whole page. A failed mutation goes to `showError`, unless its `meta.silent` says otherwise. */
export function createQueryClient(showError: (error: Error) => void) {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.silent) showError(error)
      },
    }),
    // A browser may believe itself offline while the server is this very machine: always try.
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: isWorthRetrying, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  })
}
