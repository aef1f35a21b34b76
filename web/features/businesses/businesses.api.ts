import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { twoFactorRoutes } from '#contract/auth/two-factor.ts'
import { type BusinessChanges, businessRoutes } from '#contract/businesses.ts'
import { LIMIT_MAX } from '#contract/common.ts'
import { avatarRoutes } from '#contract/files/avatars.ts'
import { roles } from '#contract/roles.ts'
import type { RouteInput } from '#contract/route.ts'
import { teamRoutes } from '#contract/team/team.ts'
import { call } from '../../lib/http/call.ts'
import { setCurrentBusinessId, setCurrentCampaignId } from '../../lib/session/current-business.ts'
import { confirmed } from '../../lib/session/identity.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { clearSessionStorage } from '../../lib/storage.ts'

/** Refreshes the business's name in the selector and everywhere else. */
const refreshSession = (client: QueryClient) => client.fetchQuery({ ...sessionQuery, staleTime: 0 })

type NewInput = RouteInput<typeof businessRoutes.create>['body']
/**
 * Resolves once the selector lists the new business and it is the current one. The result also says whether its chosen
 * image was uploaded. The form shows errors itself.
 */
export function useCreateBusiness() {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: async ({ body, image }: { body: NewInput; image?: Blob | undefined }) => {
      const { business } = await call(businessRoutes.create, { body })
      clearSessionStorage()
      setCurrentCampaignId(null)
      setCurrentBusinessId(business._id)
      const hasImage =
        !image ||
        (await uploadImage(image)
          .then(() => true)
          .catch(() => false))
      await refreshSession(client)
      return { business, hasImage }
    },
  })
}

const uploadImage = (file: Blob) => call(avatarRoutes.business, { file })

const businessKey = (businessId: string) => ['businesses', businessId, 'info'] as const
/** Details of the business. */
export const businessQuery = (businessId: string) =>
  queryOptions({
    queryKey: businessKey(businessId),
    queryFn: () => call(businessRoutes.get),
    // The data fills the form only once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The form shows errors itself. */
export function useChangeBusiness(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: BusinessChanges) => call(businessRoutes.change, { body }),
    onSuccess: () => refreshBusiness(client, businessId),
  })
}

/** Members who can become Owner: those who are not one yet. */
export const newOwnersQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['businesses', businessId, 'new-owners'],
    queryFn: () => call(teamRoutes.list, { query: { limit: LIMIT_MAX, filters: SUCCESSORS } }),
    select: ({ users }) => users,
  })
const SUCCESSORS = JSON.stringify({
  status: ['Active'],
  suspended: false,
  role: roles.filter((role) => role !== 'Owner'),
})

/** The dialog shows errors itself. */
export function useTransferBusiness(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: RouteInput<typeof businessRoutes.transfer>['body']) =>
      confirmed((identity) => call(businessRoutes.transfer, { body: { ...body, ...identity } })),
    onSuccess: async () => {
      await Promise.all([
        refreshSession(client),
        client.invalidateQueries({ queryKey: newOwnersQuery(businessId).queryKey }),
      ])
    },
  })
}

/** Masks contacts for Affiliates, or restricts Writers and Readers to their own leads. */
export function useRestrict(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Pick<BusinessChanges, 'masksContacts' | 'ownLeadsOnly'>) =>
      call(businessRoutes.change, { body: change }),
    onSuccess: () => refreshBusiness(client, businessId),
  })
}

/** Requires two-factor authentication of all members. */
export function useDemandTwoFactor(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isRequired: boolean) =>
      confirmed((identity) => call(twoFactorRoutes.demand, { body: { isRequired, ...identity } })),
    onSuccess: () => refreshBusiness(client, businessId),
  })
}

/** Refreshes the session, which shows the banner on every page. */
export function useCloseBusiness(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => confirmed((identity) => call(businessRoutes.close, { body: { name, ...identity } })),
    onSuccess: () => refreshBusiness(client, businessId),
  })
}
export function useReopenBusiness(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(businessRoutes.reopen),
    onSuccess: () => refreshBusiness(client, businessId),
  })
}

const refreshBusiness = (client: QueryClient, businessId: string) =>
  Promise.all([refreshSession(client), client.invalidateQueries({ queryKey: businessKey(businessId) })])

/** Uploads the image at once; errors appear where it was chosen. */
export function useBusinessImage(businessId: string) {
  const client = useQueryClient()
  return async (file: Blob) => {
    await uploadImage(file)
    await refreshBusiness(client, businessId)
  }
}
