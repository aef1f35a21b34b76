import { queryOptions, useMutation } from '@tanstack/react-query'
import { type Call, callRoutes } from '#contract/calls/calls.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { type Endless, pageQuery } from '../../lib/endless-list.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'

export type CallListQuery = RouteInput<typeof callRoutes.list>['query']
export type CallList = RouteReply<typeof callRoutes.list>
export type CallSummaryQuery = RouteInput<typeof callRoutes.summary>['query']

export const callKeys = {
  all: queryKeys.calls,
  lists: (businessId: string) => [...callKeys.all(businessId), 'list'] as const,
  summaries: (businessId: string) => [...callKeys.all(businessId), 'summary'] as const,
  one: (businessId: string, callId: string) => [...queryKeys.callDetails(businessId), callId] as const,
  ofLead: (businessId: string, leadId: string) => [...callKeys.all(businessId), 'lead', leadId] as const,
}

/** Whether the person talked with the caller; such people may open the call. */
export const hasTalked = ({ answeredBy, passedTo }: Pick<Call, 'answeredBy' | 'passedTo'>, userId: string) =>
  answeredBy?._id === userId || passedTo.some(({ _id }) => _id === userId)

export const callListQuery = (businessId: string, query: Endless<CallListQuery>) =>
  pageQuery(
    {
      key: callKeys.lists(businessId),
      rows: 'calls',
      fetch: (page: CallListQuery, options) => call(callRoutes.list, { query: page }, options),
    },
    query,
  )

export const callSummaryQuery = (businessId: string, query: CallSummaryQuery) =>
  queryOptions({
    queryKey: [...callKeys.summaries(businessId), query],
    queryFn: ({ signal }) => call(callRoutes.summary, { query }, { signal }),
    staleTime: 0,
  })

export const callQuery = (businessId: string, callId: string) =>
  queryOptions({
    queryKey: callKeys.one(businessId, callId),
    queryFn: ({ signal }) => call(callRoutes.get, { params: { id: callId } }, { signal }),
    staleTime: 0,
  })

export const leadCallsQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: callKeys.ofLead(businessId, leadId),
    queryFn: ({ signal }) => call(callRoutes.ofLead, { params: { id: leadId } }, { signal }),
    staleTime: 0,
  })

/** The people who listened to a recording; for Owners. */
export const listensQuery = (businessId: string, callId: string) =>
  queryOptions({
    queryKey: [...callKeys.one(businessId, callId), 'listens'],
    queryFn: () => call(callRoutes.listens, { params: { id: callId } }),
    staleTime: 0,
  })

export function useExportCalls() {
  return useMutation({
    mutationFn: (body: RouteInput<typeof callRoutes.exportLink>['body']) => call(callRoutes.exportLink, { body }),
  })
}

/** A new signed URL of a recording; `renews` is the one about to expire. */
export const recordingLink = (callId: string, body: RouteInput<typeof callRoutes.recordingLink>['body']) =>
  call(callRoutes.recordingLink, { params: { id: callId }, body })
