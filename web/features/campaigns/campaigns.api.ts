import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Campaign, type CampaignChanges, campaignRoutes } from '#contract/campaigns.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { currentCampaignId, setCurrentCampaignId } from '../../lib/session/current-business.ts'

type ListReply = RouteReply<typeof campaignRoutes.list>
type RemoveBody = Exclude<RouteInput<typeof campaignRoutes.remove>['body'], undefined>
export type CampaignPage = { page: number; limit: number; search?: string | undefined; tags?: string[] | undefined }

/** Prefix of all queries of a business's campaigns, names in the selectors included. */
const listKey = (businessId: string) => [...queryKeys.campaigns(businessId), 'list'] as const

/** A page of campaigns, newest first; the previous page stays visible while it loads. */
export const campaignsQuery = (businessId: string, { page, limit, search, tags }: CampaignPage) =>
  queryOptions({
    queryKey: [...listKey(businessId), { page, limit, search, tags }],
    queryFn: ({ signal }) =>
      call(
        campaignRoutes.list,
        { query: { page, limit, search, filters: tags?.length ? JSON.stringify({ tags }) : undefined } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const oneKey = (businessId: string, campaignId: string) =>
  [...queryKeys.campaigns(businessId), 'one', campaignId] as const

export const campaignQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: oneKey(businessId, campaignId),
    queryFn: () => call(campaignRoutes.get, { query: { campaignId } }),
    // Not refetched automatically, except on events of other people's changes; an open form keeps its initial values.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type NewBody = RouteInput<typeof campaignRoutes.create>['body']
/** Creates a campaign and uploads its image if one was chosen. The form shows errors itself. */
export function useCreateCampaign(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ body, image }: { body: NewBody; image?: Blob | undefined }) => {
      const { campaign, formId } = await sendOnce('campaign', body, (options) =>
        call(campaignRoutes.create, { body }, options),
      )
      // The campaign exists even if the upload fails.
      const hasImage =
        !image ||
        (await uploadImage(campaign._id, image)
          .then(() => true)
          .catch(() => false))
      return { campaign, formId, hasImage }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) }),
  })
}

/** The form shows errors itself. */
export function useChangeCampaign(businessId: string, campaignId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: CampaignChanges) => call(campaignRoutes.change, { params: { id: campaignId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) }),
  })
}

const uploadImage = (campaignId: string, file: Blob) => call(avatarRoutes.campaign, { query: { campaignId }, file })

/** Uploads the image at once; errors appear where it was chosen. */
export function useCampaignImage(businessId: string, campaignId: string) {
  const client = useQueryClient()
  return async (file: Blob) => {
    await uploadImage(campaignId, file)
    await client.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) })
  }
}

const LEADS_REFRESH_MS = 2_000

/** Refreshes the counts of leads and calls; a burst of events causes one refetch. */
export const useLiveCounts = (businessId: string) =>
  useLiveInvalidate({ businessId, topics: ['lead', 'call'] }, [listKey(businessId)], LEADS_REFRESH_MS)

/** Refreshes the counts on the page of one campaign. */
export const useLiveCampaign = (businessId: string, campaignId: string) =>
  useLiveInvalidate(
    { businessId, campaignId, topics: ['lead', 'call'] },
    [oneKey(businessId, campaignId)],
    LEADS_REFRESH_MS,
  )

/** Optimistic: the switch moves at once and returns if the server refuses. */
export function useEnableCampaign(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, isEnabled }: Pick<Campaign, '_id' | 'isEnabled'>) =>
      call(campaignRoutes.change, { params: { id: _id }, body: { isEnabled } }),
    onMutate: async ({ _id, isEnabled }) => {
      await client.cancelQueries({ queryKey: listKey(businessId) })
      patch(client, businessId, { _id, isEnabled })
    },
    onSuccess: ({ campaign }) => patch(client, businessId, campaign),
    onError: (_error, { _id, isEnabled }) => patch(client, businessId, { _id, isEnabled: !isEnabled }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) }),
  })
}

function patch(client: QueryClient, businessId: string, changed: Pick<Campaign, '_id'> & Partial<Campaign>) {
  client.setQueryData<RouteReply<typeof campaignRoutes.get>>(
    oneKey(businessId, changed._id),
    (one) => one && { ...one, campaign: { ...one.campaign, ...changed } },
  )
  client.setQueriesData<ListReply>(
    { queryKey: listKey(businessId) },
    (list) =>
      list && {
        ...list,
        campaigns: list.campaigns.map((one) => (one._id === changed._id ? { ...one, ...changed } : one)),
      },
  )
}

export function useRemoveCampaign(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: RemoveBody & { id: string }) => call(campaignRoutes.remove, { params: { id }, body }),
    onSuccess: async (_done, { id }) => {
      // Menu and selectors must not point to the deleted campaign.
      if (currentCampaignId() === id) setCurrentCampaignId(null)
      await client.invalidateQueries({ queryKey: queryKeys.campaigns(businessId) })
      // The campaign's leads moved to another campaign or the trash.
      await client.invalidateQueries({ queryKey: queryKeys.leads(businessId) })
    },
  })
}
