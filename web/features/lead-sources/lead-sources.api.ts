import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { businessRoutes } from '#contract/businesses.ts'
import { campaignRoutes } from '#contract/campaigns.ts'
import { type LeadSourceChanges, type LeadSourceKind, leadSourceRoutes } from '#contract/lead-sources/lead-sources.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'

const sourcesKey = (businessId: string) => ['lead-sources', businessId] as const
const oneKey = (businessId: string, id: string) => [...sourcesKey(businessId), 'one', id] as const

export const sourcesQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...sourcesKey(businessId), 'list', campaignId],
    queryFn: () => call(leadSourceRoutes.list, { query: { campaignId } }),
  })

const CAPTURE_POLL_MS = 2_000
/** Asked again and again while the source waits for a sample. */
export const sourceQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: oneKey(businessId, id),
    queryFn: () => call(leadSourceRoutes.get, { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.source.capturesUntil ? CAPTURE_POLL_MS : false),
  })

type Asked = RouteInput<typeof leadSourceRoutes.deliveries>['query']
/** A source under test is looked at repeatedly; a list of what could not be read seldom changes. */
const REQUESTS_POLL_MS = { all: 5_000, unread: 60_000 } as const
export const requestsQuery = (businessId: string, query: Asked) =>
  queryOptions({
    queryKey: [...sourcesKey(businessId), 'requests', query],
    queryFn: () => call(leadSourceRoutes.deliveries, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: REQUESTS_POLL_MS[query.state ?? 'unread'],
  })

type Mapping = RouteInput<typeof leadSourceRoutes.preview>['body']['mapping']
/** What a lead of the sample would be. */
export const previewQuery = (businessId: string, id: string, mapping: Mapping, sampleAt: string) =>
  queryOptions({
    queryKey: [...oneKey(businessId, id), 'preview', sampleAt, mapping],
    queryFn: () => call(leadSourceRoutes.preview, { params: { id }, body: { mapping } }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/** The statuses, as pages of leads use them. */
export const statusesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.business(businessId),
    queryFn: () => call(businessRoutes.get),
    staleTime: 60_000,
    select: ({ statuses }) => statuses,
  })

/** Who may be given leads of the campaign. */
export const peopleQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...queryKeys.campaignPeople(businessId), campaignId],
    queryFn: () => call(campaignRoutes.people, { query: { campaignId } }),
    staleTime: 60_000,
  })

/** An act on sources, after which all that is shown of them is asked again. */
function useAct<Input, Reply>(businessId: string, act: (input: Input) => Promise<Reply>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({ queryKey: sourcesKey(businessId) }),
  })
}

export const useCreateSource = (businessId: string, campaignId: string) =>
  useAct(businessId, ({ kind, name }: { kind: LeadSourceKind; name: string }) =>
    sendOnce(`lead source ${campaignId}`, { kind, name }, (options) =>
      call(leadSourceRoutes.create, { body: { campaignId, kind, name } }, options),
    ),
  )
export const useChangeSource = (businessId: string) =>
  useAct(businessId, ({ id, ...body }: LeadSourceChanges & { id: string }) =>
    call(leadSourceRoutes.change, { params: { id }, body }),
  )
export const useRotateSource = (businessId: string) =>
  useAct(businessId, (id: string) => call(leadSourceRoutes.rotate, { params: { id } }))
export const useRemoveSource = (businessId: string) =>
  useAct(businessId, (id: string) => call(leadSourceRoutes.remove, { params: { id } }))
export const useCapture = (businessId: string) =>
  useAct(businessId, (id: string) => call(leadSourceRoutes.capture, { params: { id } }))
export const usePaste = (businessId: string) =>
  useAct(businessId, ({ id, text }: { id: string; text: string }) =>
    call(leadSourceRoutes.paste, { params: { id }, body: { text } }),
  )
export const useRepair = (businessId: string) =>
  useAct(businessId, (body: RouteInput<typeof leadSourceRoutes.repair>['body']) =>
    call(leadSourceRoutes.repair, { body }),
  )
export const useDiscard = (businessId: string) =>
  useAct(businessId, (id: string) => call(leadSourceRoutes.discard, { params: { id } }))
