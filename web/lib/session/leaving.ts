import { queryOptions } from '@tanstack/react-query'
import { teamRoutes } from '#contract/team/team.ts'
import { call } from '../http/call.ts'

/** What one would leave behind, asked each time when one is about to go; where it fails, the dialog does without it. */
export const leavingQuery = queryOptions({
  queryKey: ['leaving'],
  queryFn: () => call(teamRoutes.leaving),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})
