import { useThrottledCallback } from '@mantine/hooks'
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { avatarRoutes } from '#contract/avatars.ts'
import { type Campaign, type CampaignChanges, campaignRoutes } from '#contract/campaigns.ts'
import { type ListedRecipient, recipientRoutes } from '#contract/notifications/recipients.ts'
import type { RouteInput, RouteReply } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { useLive } from '../../lib/http/live.ts'
import { currentCampaignId, setCurrentCampaignId } from '../../lib/session/current.ts'

type ListReply = RouteReply<typeof campaignRoutes.list>
type RemoveBody = Exclude<RouteInput<typeof campaignRoutes.remove>['body'], undefined>
export type CampaignPage = { page: number; limit: number; search?: string | undefined; tags?: string[] | undefined }

/** All that is known of a business's campaigns, the names in the selectors included. */
const campaignsKey = (businessId: string) => ['campaigns', businessId] as const
const listKey = (businessId: string) => [...campaignsKey(businessId), 'list'] as const

/** A page of campaigns, newest first; the one before stays in sight while it comes. */
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

export const campaignQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...campaignsKey(businessId), 'one', campaignId],
    queryFn: () => call(campaignRoutes.get, { query: { campaignId } }),
    // Not fetched again by itself. A change by others does fetch it: the form goes on with what it was filled from.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Who a stored campaign lists for notices, and what each said. */
export const recipientsQuery = (businessId: string, campaignId: string) =>
  queryOptions({
    queryKey: [...campaignsKey(businessId), 'recipients', campaignId],
    queryFn: async () => (await call(recipientRoutes.list, { params: { id: campaignId } })).recipients,
    staleTime: 0,
  })

export function useAskRecipient(businessId: string, campaignId: string) {
  const client = useQueryClient()
  const { queryKey } = recipientsQuery(businessId, campaignId)
  return useMutation({
    mutationFn: (body: Pick<ListedRecipient, 'channel' | 'address'>) =>
      call(recipientRoutes.ask, { params: { id: campaignId }, body }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

/** People of the business who may be given a campaign. */
export const peopleQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...campaignsKey(businessId), 'people'],
    queryFn: () => call(campaignRoutes.people, { query: {} }),
  })

type NewBody = RouteInput<typeof campaignRoutes.create>['body']
/** Creates one, with its image where one was chosen; the form itself shows what is wrong. */
export function useCreateCampaign(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ body, image }: { body: NewBody; image?: Blob | undefined }) => {
      const { campaign } = await call(campaignRoutes.create, { body })
      // The campaign is there, whatever becomes of its image.
      const hasImage =
        !image ||
        (await uploadImage(campaign._id, image)
          .then(() => true)
          .catch(() => false))
      return { campaign, hasImage }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: campaignsKey(businessId) }),
  })
}

/** The form itself shows what is wrong. */
export function useChangeCampaign(businessId: string, campaignId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: CampaignChanges) => call(campaignRoutes.change, { params: { id: campaignId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: campaignsKey(businessId) }),
  })
}

const uploadImage = (campaignId: string, file: Blob) => call(avatarRoutes.campaign, { query: { campaignId }, file })

/** Sets the image at once; what it throws is said where it was chosen. */
export function useCampaignImage(businessId: string, campaignId: string) {
  const client = useQueryClient()
  return async (file: Blob) => {
    await uploadImage(campaignId, file)
    await client.invalidateQueries({ queryKey: campaignsKey(businessId) })
  }
}

const LEADS_REFRESH_MS = 2_000

/** Counts of leads grow while one looks; a burst of leads is one refresh. */
export function useLiveCounts(businessId: string) {
  const client = useQueryClient()
  const refresh = useThrottledCallback(
    () => void client.invalidateQueries({ queryKey: listKey(businessId) }),
    LEADS_REFRESH_MS,
  )
  useLive((message) => {
    if (message.kind !== 'change' || message.event.businessId !== businessId) return
    if (message.event.name.startsWith('lead.')) refresh()
  })
}

/** The switch moves at once and goes back where the server refuses. */
export function useEnableCampaign(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ _id, isEnabled }: Pick<Campaign, '_id' | 'isEnabled'>) =>
      call(campaignRoutes.change, { params: { id: _id }, body: { isEnabled } }),
    onMutate: async ({ _id, isEnabled }) => {
      await client.cancelQueries({ queryKey: listKey(businessId) })
      patchLists(client, businessId, { _id, isEnabled })
    },
    onSuccess: ({ campaign }) => patchLists(client, businessId, campaign),
    onError: (_error, { _id, isEnabled }) => patchLists(client, businessId, { _id, isEnabled: !isEnabled }),
    onSettled: () => client.invalidateQueries({ queryKey: campaignsKey(businessId) }),
  })
}

function patchLists(client: QueryClient, businessId: string, changed: Pick<Campaign, '_id'> & Partial<Campaign>) {
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
      // The menu and the selectors must not lead to what is gone.
      if (currentCampaignId() === id) setCurrentCampaignId(null)
      await client.invalidateQueries({ queryKey: campaignsKey(businessId) })
      // Its leads went elsewhere.
      await client.invalidateQueries({ queryKey: ['leads', businessId] })
    },
  })
}
