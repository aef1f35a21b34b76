import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { authRoutes as AuthRoutes } from '#contract/auth/auth.ts'
import { actsEverywhere, campaignRights, hasRight, isAtLeast, type Right, type Role } from '#contract/roles.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../http/call.ts'
import { authRoutes, campaignRoutes } from '../http/routes.ts'
import { queryKeys } from '../query-keys.ts'
import { useCurrentBusinessId, useCurrentCampaignId } from './current.ts'

type Reply = RouteReply<typeof AuthRoutes.getCurrentUser>
type Membership = Reply['businesses'][number]

/** Who is signed in. Kept until it is invalidated: sign-in, a new business, a new name. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async () => call((await authRoutes()).getCurrentUser),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The business named, else the one last worked in, else the first. */
export const membershipOf = ({ user, businesses }: Reply, businessId: string | null): Membership | undefined =>
  businesses.find((one) => one.businessId === businessId) ??
  businesses.find((one) => one.businessId === user.lastBusinessId) ??
  businesses[0]

const NO_ROLE: Role = 'None'
/** undefined: signed out, or not known yet. */
export function useMaybeSession() {
  const businessId = useCurrentBusinessId()
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  if (!data) return undefined
  const membership = membershipOf(data, businessId)
  const { user, businesses, supportUrl } = data
  return {
    user,
    businesses,
    supportUrl,
    business: membership?.business,
    businessId: membership?.businessId,
    /** The role in the current business; None without one. */
    role: membership?.role ?? NO_ROLE,
    /** Reads and hears calls here, in every campaign or in some. */
    hearsCalls: membership?.hearsCalls === true,
    /** The business lets in with a second factor only, and this session has none: the server refuses everything of it. */
    needsTwoFactor: membership?.needsTwoFactor === true,
  }
}

/** Who is signed in, and the business they work in. For pages behind the guard. */
export function useSession() {
  const session = useMaybeSession()
  if (!session) throw new Error('This screen needs a session')
  return session
}

/** The current business, for pages below `/b/{businessId}`. */
export function useBusiness() {
  const { business, businessId, role } = useSession()
  if (!business || !businessId) throw new Error('This screen needs a business')
  return { business, businessId, role }
}

/** Names of the campaigns that one may read, with one's role in each. */
export const campaignNamesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.campaignNames(businessId),
    queryFn: async () => call((await campaignRoutes()).names),
    staleTime: 60_000,
  })

/** Rights that end when a business is closing; the server refuses the rest with its reason. */
const untilReopened: readonly Right[] = ['leads.edit', 'leads.assign', 'leads.delete', 'campaigns.create']

function useCampaignRoles(): { campaignId: string; role: Role }[] {
  const session = useMaybeSession()
  const businessId = session?.businessId
  const { data } = useQuery({ ...campaignNamesQuery(businessId ?? ''), enabled: businessId !== undefined })
  return useMemo(() => (data?.campaigns ?? []).map(({ _id, role }) => ({ campaignId: _id, role })), [data])
}

/**
 * Whether one may do this: in the campaign named or, for a right on a campaign's rows without a campaign, in any. Where no
 * business is selected a check passes; the guard and the server decide by themselves.
 */
export const useCan = (right: Right, campaignId?: string | null) => useCanIn()(right, campaignId)

/** As `useCan`, for several rights or campaigns; the same function while the roles are the same. */
export function useCanIn() {
  const session = useMaybeSession()
  const own = useCampaignRoles()
  const isWithoutBusiness = session !== undefined && session.businessId === undefined
  const { role = 'None', hearsCalls = false, business } = session ?? {}
  const isClosing = business?.closesAt != null
  return useCallback(
    (right: Right, campaignId?: string | null) => {
      if (isWithoutBusiness) return true
      if (isClosing && untilReopened.includes(right)) return false
      if (right === 'calls.hear' && hearsCalls) return true
      if (!campaignRights.includes(right) || actsEverywhere(role)) return hasRight(role, right)
      return own.some((one) => (!campaignId || one.campaignId === campaignId) && hasRight(one.role, right))
    },
    [isWithoutBusiness, isClosing, hearsCalls, role, own],
  )
}

/** One's role in the chosen campaign; with none chosen the strongest of all. */
export function useCampaignRole(): Role {
  const role = useMaybeSession()?.role ?? 'None'
  const campaignId = useCurrentCampaignId()
  const own = useCampaignRoles()
  if (actsEverywhere(role)) return role
  const chosen = campaignId ? own.filter((one) => one.campaignId === campaignId) : own
  return chosen.reduce<Role>((best, one) => (isAtLeast(one.role, best) ? one.role : best), 'None')
}
