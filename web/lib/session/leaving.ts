import { queryOptions } from '@tanstack/react-query'
import { teamRoutes } from '#contract/team/team.ts'
import { call } from '../http/call.ts'

/** What leaving the business affects, fetched each time the dialog opens; the dialog works without it. */
export const leavingQuery = queryOptions({
  queryKey: ['leaving'],
  queryFn: () => call(teamRoutes.leaving),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})
