import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Lead } from '#contract/leads/leads.ts'
import { loadCode } from '../../../lib/code/load-code.ts'
import { call } from '../../../lib/http/call.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useCan } from '../../../lib/session/session.ts'

const nextQuery = (businessId: string, leadIds: readonly string[]) =>
  queryOptions({
    queryKey: [...queryKeys.followUps(businessId), 'next', leadIds],
    queryFn: async ({ signal }) => {
      // Loaded with the column.
      const { followUpRoutes } = await loadCode(() => import('#contract/leads/follow-ups/follow-ups.ts'))
      return call(followUpRoutes.next, { query: { leadIds: leadIds.join() } }, { signal })
    },
    staleTime: 0,
    placeholderData: (before) => before,
  })

/** When the next follow-up of each lead on the page is due, kept live; requested only while its column is shown. */
export function useNextFollowUps(
  businessId: string,
  leads: readonly Lead[],
  columns: readonly { key: string; isShown: boolean }[],
): ReadonlyMap<string, string> {
  const isShown = columns.some((column) => column.isShown && column.key === 'nextFollowUp')
  const enabled = useCan('followUps.edit') && isShown && leads.length > 0
  const leadIds = useMemo(() => leads.map(({ _id }) => _id), [leads])
  const { data } = useQuery({ ...nextQuery(businessId, leadIds), enabled })
  useLiveInvalidate({ businessId, topics: ['followUp'] }, [[...queryKeys.followUps(businessId), 'next']])
  return useMemo(() => new Map((data?.next ?? []).map(({ leadId, dueAt }) => [leadId, dueAt])), [data])
}
