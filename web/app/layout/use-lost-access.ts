import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isAt, leadsLookOf, pathInCampaign, paths } from '../../lib/paths.ts'
import {
  currentCampaignId,
  setCurrentBusinessId,
  setCurrentCampaignId,
  useCurrentBusinessId,
  useCurrentCampaignId,
} from '../../lib/session/current-business.ts'
import { campaignNamesQuery, useMaybeSession } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { accessOf } from '../guard.ts'
import { mayOpen } from '../may-open.ts'
import { nameOf } from './header/business-selector.tsx'

/** Calls `leave` once for each id that is lost. */
function useLeaving(lost: string | undefined, leave: (lost: string) => Promise<void>) {
  const onLost = useEffectEvent(leave)
  useEffect(() => {
    if (lost) void onLost(lost)
  }, [lost])
}

/** Looks up names by id, including names of items that no longer exist. */
function useNames(known: readonly { _id: string; name: string }[]): (id: string) => string | undefined {
  const [names] = useState(() => new Map<string, string>())
  for (const { _id, name } of known) names.set(_id, name)
  return (id) => names.get(id)
}

// Read from the displayed page, because during navigation the URL is already that of the next page.
const useDisplayed = () =>
  useMatches({
    select: (matches): { businessId?: string; campaignId?: string; pathname?: string } => ({
      ...matches.at(-1)?.params,
      pathname: matches.at(-1)?.pathname ?? '',
    }),
    structuralSharing: true,
  })

/** The pattern of a lead also matches a path of the cards. */
const isOfLead = (path: string) => isAt(path, paths.lead.pattern) && leadsLookOf(path) === undefined

/**
 * Whether the page belongs to a business that the user is no longer a member of: suspended, removed, left in another
 * tab, or the business is erased. Hides the page and redirects.
 */
export function useLostBusiness(): boolean {
  const { t } = useTranslation('shell')
  const session = useMaybeSession()
  const router = useRouter()
  const queryClient = useQueryClient()
  const { businessId } = useDisplayed()
  const current = useCurrentBusinessId()
  const name = useNames((session?.businesses ?? []).map((one) => ({ _id: one.businessId, name: nameOf(one.business) })))
  const isGone = (id: string | null | undefined) =>
    Boolean(session && id) && !session?.businesses.some((one) => one.businessId === id)
  // A business created a moment ago may be missing from the cached session.
  const isCurrentGone = isGone(current) && current !== null && name(current) !== undefined
  useLeaving(isGone(businessId) ? businessId : isCurrentGone ? current : undefined, async (left) => {
    setCurrentCampaignId(null)
    setCurrentBusinessId(null)
    if (businessId === left) await router.navigate({ href: paths.home, replace: true })
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(left) })
    toast.info(t('accessEnded', { name: name(left) ?? '' }))
  })
  return isGone(businessId)
}

/** Leaves a page that the user's role in the business no longer opens. */
export function useLostRole() {
  const { t } = useTranslation('shell')
  const session = useMaybeSession()
  const router = useRouter()
  const { businessId, pathname } = useDisplayed()
  const needed = useMatches({ select: accessOf, structuralSharing: true })
  const member = session?.businesses.find((one) => one.businessId === businessId)
  const isLost = member !== undefined && !mayOpen(needed, member)
  useLeaving(isLost ? pathname : undefined, async () => {
    await router.navigate({ href: paths.home, replace: true })
    toast.info(t('roleLowered', { name: member ? nameOf(member.business) : '' }))
  })
}

/**
 * Selects all campaigns when the selected one is deleted, taken away from the user, or was never theirs (an id in a
 * link), and leaves the pages of a campaign that is gone. The page of a lead says by itself what became of the lead.
 */
export function useLostCampaign() {
  const { t } = useTranslation('shell')
  const businessId = useMaybeSession()?.businessId
  const chosen = useCurrentCampaignId()
  const displayed = useDisplayed()
  const router = useRouter()
  const queryClient = useQueryClient()
  const names = campaignNamesQuery(businessId ?? '')
  const { data } = useQuery({ ...names, enabled: businessId !== undefined })
  const name = useNames(data?.campaigns ?? [])
  const isOfPage = displayed.campaignId !== undefined && !isOfLead(displayed.pathname ?? '')
  const isGone = (id: string | null | undefined) =>
    Boolean(data && id) && !data?.campaigns.some(({ _id }) => _id === id)
  const lost = [chosen, isOfPage ? displayed.campaignId : null].find(isGone)
  useLeaving(lost ?? undefined, async (left) => {
    // A campaign created a moment ago may be missing from the cached names.
    const fresh = await queryClient.fetchQuery({ ...names, staleTime: 0 }).catch(() => undefined)
    if (!businessId || !fresh || fresh.campaigns.some(({ _id }) => _id === left)) return
    const wasChosen = currentCampaignId() === left
    const { pathname } = router.state.location
    const isThere = pathname.includes(`/c/${left}/`)
    if (!wasChosen && !isThere) return
    if (wasChosen) setCurrentCampaignId(null)
    const known = name(left)
    toast.info(known ? t('campaignNamedGone', { name: known }) : t('campaignGone'))
    if (!isThere || isOfLead(pathname)) return
    const href = pathInCampaign(pathname, businessId, null) ?? paths.campaigns(businessId)
    await router.navigate({ href, replace: true })
  })
}
