import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { lastCallColumns, type ShownLeadColumn } from '#contract/leads/table-views.ts'
import { loadCode } from '../../../lib/code/load-code.ts'
import { call } from '../../../lib/http/call.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { queryKeys } from '../../../lib/query-keys.ts'

const lastCallsQuery = (businessId: string, leadIds: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.lastCalls(businessId), leadIds],
    queryFn: async ({ signal }) => {
      // Loaded with the first call column that is shown.
      const { leadCallRoutes } = await loadCode(() => import('#contract/leads/lead-calls.ts'))
      return call(leadCallRoutes.last, { query: { leadIds: leadIds.join() } }, { signal })
    },
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** The last call of each lead on the page, kept live; requested only while a call column is shown. */
export function useLastCalls(
  businessId: string,
  leads: readonly Lead[],
  columns: readonly { key: ShownLeadColumn; isShown: boolean }[],
): ReadonlyMap<string, Call> {
  const isNeeded =
    leads.length > 0 && columns.some(({ key, isShown }) => isShown && lastCallColumns.some((column) => column === key))
  const leadIds = useMemo(() => leads.map(({ _id }) => _id), [leads])
  const { data } = useQuery({ ...lastCallsQuery(businessId, leadIds), enabled: isNeeded })
  useLiveInvalidate({ businessId, topics: ['call'] }, [queryKeys.lastCalls(businessId)])
  return useMemo(() => new Map((data?.calls ?? []).map((one) => [one.lead?._id ?? '', one])), [data])
}
