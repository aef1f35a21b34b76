import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { authRoutes as AuthRoutes } from '#contract/auth/auth.ts'
import { actsEverywhere, campaignRights, hasRight, isAtLeast, type Right, type Role } from '#contract/roles.ts'
import type { RouteReply } from '#contract/route.ts'
import { call } from '../http/call.ts'
import { authRoutes, campaignRoutes } from '../http/lazy-routes.ts'
import { queryKeys } from '../query-keys.ts'
import { storage } from '../storage.ts'
import { useCurrentBusinessId, useCurrentCampaignId } from './current-business.ts'

type Reply = RouteReply<typeof AuthRoutes.getCurrentUser>
type Membership = Reply['businesses'][number]

declare global {
  interface Window {
    /** Requested by before-paint.js if a token is stored. */
    earlySession?: { token: string; response: Promise<Response | undefined> } | undefined
  }
}

/** A page that needs no session may leave the early response unread until a later sign-in. */
const EARLY_MS = 30_000

/**
 * The response to the early request, returned once; undefined if it failed, is too old or belongs to another sign-in.
 * Then the request is repeated.
 */
async function earlyReply(): Promise<Reply | undefined> {
  const early = window.earlySession
  window.earlySession = undefined
  if (!early || early.token !== storage.token.get() || performance.now() > EARLY_MS) return undefined
  const response = await early.response
  return response?.ok ? response.json() : undefined
}

/** The signed-in user. Cached until invalidated: by sign-in, a new business, a new name. */
export const sessionQuery = queryOptions({
  queryKey: queryKeys.session,
  queryFn: async () => (await earlyReply()) ?? call((await authRoutes()).getCurrentUser),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The given business, else the last used one, else the first. */
export const membershipOf = ({ user, businesses }: Reply, businessId: string | null): Membership | undefined =>
  businesses.find((one) => one.businessId === businessId) ??
  businesses.find((one) => one.businessId === user.lastBusinessId) ??
  businesses[0]

const NO_ROLE: Role = 'None'
/** undefined: signed out, or not loaded yet. */
export function useMaybeSession() {
  const businessId = useCurrentBusinessId()
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  if (!data) return undefined
  const membership = membershipOf(data, businessId)
  const { user, businesses, supportUrl, livePosition } = data
  return {
    user,
    businesses,
    supportUrl,
    livePosition,
    business: membership?.business,
    businessId: membership?.businessId,
    /** The role in the current business; None without one. */
    role: membership?.role ?? NO_ROLE,
    /** The user may read and hear calls, in all campaigns or in some. */
    hearsCalls: membership?.hearsCalls === true,
    /** The business requires a second factor that this session lacks: the server refuses all its routes. */
    needsTwoFactor: membership?.needsTwoFactor === true,
    /** The saved view that the user's lead list opens with. */
    defaultLeadView: membership?.defaultLeadView,
    /** The same of their list of calls. */
    defaultCallView: membership?.defaultCallView,
  }
}

/** The signed-in user and current business, for pages behind the guard. */
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

/** Names of the campaigns that the user may read, with the user's role in each. */
export const campaignNamesQuery = (businessId: string) =>
  queryOptions({
    queryKey: queryKeys.campaignNames(businessId),
    queryFn: async () => call((await campaignRoutes()).names),
    staleTime: 60_000,
  })

/** Rights suspended while a business is closing; the server refuses other changes with a reason. */
const untilReopened: readonly Right[] = ['leads.edit', 'leads.assign', 'leads.delete', 'campaigns.create']

type InCampaign = { campaignId: string; role: Role; exportsLeads: boolean }
function useCampaignRoles(): InCampaign[] {
  const session = useMaybeSession()
  const businessId = session?.businessId
  const { data } = useQuery({ ...campaignNamesQuery(businessId ?? ''), enabled: businessId !== undefined })
  return useMemo(
    () =>
      (data?.campaigns ?? []).map(({ _id, role, exportsLeads = false }) => ({ campaignId: _id, role, exportsLeads })),
    [data],
  )
}

/**
 * Whether the user has the right: in the given campaign or, for campaignRights without one, in any. Without a business
 * it is true, since the guard and the server check anyway.
 */
export const useCan = (right: Right, campaignId?: string | null) => useCanIn()(right, campaignId)

/** `useCan` for several rights or campaigns; a stable function while the roles are unchanged. */
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
      if (right === 'leads.export' && !actsEverywhere(role))
        return own.some((one) => one.exportsLeads && (!campaignId || one.campaignId === campaignId))
      if (!campaignRights.includes(right) || actsEverywhere(role)) return hasRight(role, right)
      return own.some((one) => (!campaignId || one.campaignId === campaignId) && hasRight(one.role, right))
    },
    [isWithoutBusiness, isClosing, hearsCalls, role, own],
  )
}

/** The user's role in the selected campaign; without one, the strongest of all. */
export function useCampaignRole(): Role {
  const role = useMaybeSession()?.role ?? 'None'
  const campaignId = useCurrentCampaignId()
  const own = useCampaignRoles()
  if (actsEverywhere(role)) return role
  const chosen = campaignId ? own.filter((one) => one.campaignId === campaignId) : own
  return chosen.reduce<Role>((best, one) => (isAtLeast(one.role, best) ? one.role : best), 'None')
}
